#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace carpool {

// A number and what it counts: "1 class", "2 classes".
std::string counted(std::integral auto count, std::string_view one, std::string_view more) {
  return std::to_string(count) + " " + std::string(count == 1 ? one : more);
}

}  // namespace carpool
