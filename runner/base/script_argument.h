#pragma once

#include <string>
#include <string_view>

namespace carpool {

// The text as one argument of a CMake command, whatever it holds: a bracket argument with as many
// equals signs as its content asks for. CMake turns CR LF in a bracket argument into LF, so a text
// with a CR becomes a quoted argument with escapes. NULs cannot be in any argument and are left
// out.
std::string script_argument(std::string_view text);

}  // namespace carpool
