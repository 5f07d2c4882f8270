#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace carpool {
namespace protocol {

// The protocol is described in README.md beside this file.
constexpr int kProtocolVersion = 1;
constexpr std::size_t kLongestLine = 4u << 20;  // bytes, LF included

constexpr std::size_t kMostRankBytes = 64u << 10;  // that one rank gives with a `meet`

constexpr const char* kChannelVariable = "CARPOOL_CHANNEL";
constexpr const char* kModeVariable = "CARPOOL_MODE";
constexpr const char* kMarkVariable = "CARPOOL_MARK";
constexpr const char* kGangVariable = "CARPOOL_GANG";
constexpr const char* kRendezvousVariable = "CARPOOL_RENDEZVOUS";
constexpr int kStackSignalOffset = 5;  // the stack request is SIGRTMIN plus this

// One line, taken apart. `fields` are unescaped.
struct Message {
  std::string word;
  std::vector<std::string> fields;
};

// Appends one escaped field to `line`.
void append_escaped(std::string& line, const char* bytes, std::size_t size);

// The whole line, LF included.
std::string encode(const Message& message);

// Takes a line apart (without its LF). False where an escape is broken or the word is empty.
bool decode(const char* bytes, std::size_t size, Message& message);

// A decimal number and nothing else; false otherwise, or where it does not fit.
bool parse_number(const std::string& text, std::int64_t& value);

// The bytes of an output mark.
std::string output_mark(const std::string& secret, std::uint64_t number);

}  // namespace protocol
}  // namespace carpool
