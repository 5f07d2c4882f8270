#pragma once

#include <cstdint>
#include <optional>

namespace carpool {

// Tells a process from every other one that has or had its number.
struct ProcessOrigin {
  std::int64_t process_id = 0;
  std::int64_t started_at_ns = 0;  // since the Unix epoch, in steps of the kernel's clock tick

  bool operator==(const ProcessOrigin&) const = default;
};

// Nothing where there is no such process.
std::optional<ProcessOrigin> process_origin(std::int64_t process_id);

ProcessOrigin this_process();

// The nearest `ctest` above this process; where none is, its parent.
std::optional<ProcessOrigin> ctest_above();

}  // namespace carpool
