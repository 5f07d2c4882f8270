#pragma once

#include <cstddef>
#include <string_view>

namespace carpool {

inline constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD";  // U+FFFD

// What stands at the start of some bytes.
struct Utf8Sequence {
  std::size_t size = 1;  // bytes to take
  bool valid = false;    // whether they are a character; else they stand for one U+FFFD, as the
                         // Unicode standard advises
};

// `bytes` begins with one of at least 0x80.
Utf8Sequence utf8_sequence(std::string_view bytes);

// Whether the byte is none that a sequence begins with.
bool is_within_sequence(char byte);

// The text's first bytes, at most `most`. Never cuts a sequence.
std::string_view beginning(std::string_view text, std::size_t most);

}  // namespace carpool
