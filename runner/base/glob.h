#pragma once

#include <string>

namespace carpool {

// Whether a shell pattern (`*`, `?`, `[...]`, backslash quotes) matches the whole text. A slash is
// an ordinary character.
bool matches_glob(const std::string& pattern, const std::string& text);

}  // namespace carpool
