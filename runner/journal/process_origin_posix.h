#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace carpool {

// A process and when it started.
struct ProcessOrigin {
  std::int64_t process_id = 0;
  // Since the Unix epoch, in steps of the kernel's clock tick. For people: it changes when the
  // system's clock is set, as virtual machines do all the time.
  std::int64_t started_at_ns = 0;
  // Tells the process from every other that has or had its number, in any container, and never
  // changes: boot id, namespace of process ids, process id, ticks from boot to its start.
  std::string identity;

  bool operator==(const ProcessOrigin&) const = default;
};

// Whether the process of one identity started after that of the other; nothing where they are of
// different boots, or none.
std::optional<bool> started_later(const std::string& identity, const std::string& than);

// Nothing where there is no such process.
std::optional<ProcessOrigin> process_origin(std::int64_t process_id);

ProcessOrigin this_process();

// The nearest `ctest` above this process; where none is, what stands in its place for its parent.
std::optional<ProcessOrigin> ctest_above();

// Whose run it is where this process, mostly a ctest, has started an entry: its own; but that of
// the calling process where it is init, which adopts the orphans of all ctests that have died.
std::optional<ProcessOrigin> instead_of_ctest(std::int64_t process_id);

}  // namespace carpool
