#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace carpool {

// A small process beside the runner that kills the process groups of all live workers when the
// runner is gone without having done so itself (SIGKILL, a crash). The kernel's parent-death signal
// reaches a worker but not the worker's children; this does. One for each runner, started before
// any thread; it holds nothing of the runner's but its end of a pipe, whose closing is the alarm.
class Guardian {
 public:
  // Also makes the runner the reaper of its orphaned descendants, so that what a worker leaves
  // behind can be found by left_behind().
  static Result<void> start();

  // Called when a process group begins and when it has been cleaned up. Without start(), nothing.
  static void watch(std::int64_t group);
  static void forget(std::int64_t group);

  // Ends the guardian and waits for that. Groups still watched are killed.
  static void stop();

  // Kills descendants that left their worker's process group, and names them. To be called while
  // no worker is alive but the ended one that leads `ended_group` (0 for none); otherwise it finds
  // nothing.
  static std::vector<std::string> kill_left_behind(std::int64_t ended_group);
};

}  // namespace carpool
