#include "broker/client.h"

#include <algorithm>
#include <string>
#include <utility>

namespace carpool {
namespace {

constexpr std::size_t kLargestFrame = 1u << 20;

}  // namespace

bool Client::begun(std::string_view opening) {
  return send({{exec::kBegun, {}}, {exec::kOutput, opening}});
}

void Client::print(std::string_view bytes) {
  while (!bytes.empty()) {
    send({{exec::kOutput, bytes.substr(0, kLargestFrame)}});
    bytes.remove_prefix(std::min(bytes.size(), kLargestFrame));
  }
}

void Client::exit(int code, std::string_view last_words) { end(exec::kExit, code, last_words); }

void Client::die_of(int signal, std::string_view last_words) {
  end(exec::kSignal, signal, last_words);
}

void Client::end(exec::Frame how, int number, std::string_view last_words) {
  if (last_words.size() > kLargestFrame) print(std::exchange(last_words, {}));
  send({{exec::kOutput, last_words}, {how, std::to_string(number)}});
}

}  // namespace carpool
