#include "broker/client.h"

#include <algorithm>
#include <string>

namespace carpool {

void Client::print(std::string_view bytes) {
  constexpr std::size_t kLargestFrame = 1u << 20;
  while (!bytes.empty()) {
    send(exec::kOutput, bytes.substr(0, kLargestFrame));
    bytes.remove_prefix(std::min(bytes.size(), kLargestFrame));
  }
}

void Client::exit(int code) { send(exec::kExit, std::to_string(code)); }

void Client::die_of(int signal) { send(exec::kSignal, std::to_string(signal)); }

}  // namespace carpool
