#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace carpool {

// The stacks of all threads of a live process, by eu-stack or gdb, whichever is installed. Empty
// where neither is, or neither managed within `limit`. At most 64 KiB.
std::string collect_stacks(std::int64_t process, std::chrono::milliseconds limit);

}  // namespace carpool
