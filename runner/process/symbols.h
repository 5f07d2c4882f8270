#pragma once

#include <chrono>
#include <string>

namespace carpool {

// Turns stack frames, `<module>+0x<offset>` one a line, into `<function> at <file>:<line>
// (<frame>)` by addr2line. A frame stays as it is where addr2line is not installed, knows nothing
// of it, or has not answered within `limit` for all modules together.
std::string symbolise_frames(const std::string& frames, std::chrono::milliseconds limit);

}  // namespace carpool
