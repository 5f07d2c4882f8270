#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "process/left_process.h"

namespace carpool {

// A small process beside the runner that kills the process groups of all live workers, and whatever
// else descends from a worker, when the runner is gone without having done so itself (SIGKILL, a
// crash). The kernel's parent-death signal reaches a worker but not the worker's children; this
// does. A runner that a test has stopped (SIGSTOP) it has go on after some 20 s. One for each
// runner, started before any thread; it holds nothing of the runner's but its end of a pipe, whose
// closing is the alarm.
class Guardian {
 public:
  // In the environment of all that a worker starts: by this a process is known as a runner's when
  // it has left its group, its session and its parent. A list: a runner may itself run in a test.
  static constexpr const char* kMarkVariable = "CARPOOL_RUN";

  // Also makes the runner the reaper of its orphaned descendants, so that what a worker leaves
  // behind can be found by kill_left_behind().
  static Result<void> start();

  // A directory for what workers share, which the guardian removes when the runner is gone. Not
  // there until somebody makes it.
  static const std::filesystem::path& scratch_directory();

  // What a child's environment holds for the guardian's sake, as NAME=value; empty without one.
  static std::string environment_mark();

  // Starts a process by `spawn`, which gives its number or less than 1, and watches its group. No
  // search for what was left behind can come between the two and take the new process for an
  // orphan.
  static std::int64_t watch(const std::function<std::int64_t()>& spawn);

  // The group has been cleaned up.
  static void forget(std::int64_t group);

  // Ends the guardian and waits for that. Groups still watched are killed.
  static void stop();

  // Kills descendants that left their worker's process group after that worker, the leader of group
  // `ended`, has ended, and tells which. While any other group is watched, nothing: they are found
  // when the last of them has ended. 0: no group at all is to be watched any more. `named`: those
  // that the caller tells of and has killed, whose ends may be seen late: they are not told again.
  static std::vector<LeftProcess> kill_left_behind(std::int64_t ended,
                                                   const std::vector<LeftProcess>& named = {});
};

}  // namespace carpool
