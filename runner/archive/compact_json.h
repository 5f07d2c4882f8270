#pragma once

#include <string>
#include <string_view>

namespace carpool {

// A valid JSON text without the white space between its tokens, so on one line. Two texts that
// differ in their layout alone become the same.
std::string compact_json(std::string_view text);

}  // namespace carpool
