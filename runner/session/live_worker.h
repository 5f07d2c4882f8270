#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "journal/record.h"
#include "session/class_run.h"
#include "session/record_sink.h"
#include "session/worker.h"

namespace carpool {

// As good as none, and still a deadline.
inline constexpr std::chrono::hours kNoLimit{24 * 365};

// The time each step may take.
struct SessionLimits {
  std::chrono::milliseconds start_up{60'000};
  std::chrono::milliseconds method{1'500'000};              // also suite set-up
  std::optional<std::chrono::milliseconds> tear_down = {};  // of the suite; not set: as `method`
  std::chrono::milliseconds exit{60'000};  // from the end of the framework's run to the process's
  std::chrono::milliseconds last_gasp{5'000};  // from a closed channel to the process's end
  std::chrono::milliseconds grace{1'000};      // from SIGTERM to SIGKILL
  // From the failure of one rank of a gang to the end of those that are still in the method.
  std::chrono::milliseconds peer_grace{5'000};
};

// A worker that a session has at hand, and what the session knows of it. Owned by the session.
struct LiveWorker {
  std::unique_ptr<Worker> process;
  int number = 0;                   // as in the journal
  std::string class_name;           // whose suite set-up it has done; empty for none
  int methods_run = 0;              // since it was started
  bool alone = false;               // serves one method only
  std::optional<int> crash_signal;  // what its crash handler sent
  std::string crash_frames;
  std::vector<TestFailure> failures_outside;  // of environments and suites, not yet reported
};

// What the steps of a session share.
struct SessionContext {
  RecordSink& sink;
  const Clock& clock;
  SessionLimits limits;

  TimePoint after(std::chrono::milliseconds limit) const { return clock.now() + limit; }
  std::chrono::milliseconds left_until(TimePoint time) const {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(time - clock.now());
    return std::max(left, std::chrono::milliseconds(0));
  }
};

// The first trouble that ends a worker, in the words of the journal.
struct WorkerLoss {
  std::string how;     // WorkerEnded::how
  std::string during;  // the method it was running
  int moved_methods = 0;
  std::optional<ProcessEnd> end = {};  // set where it ended by itself
  std::string reason = {};             // WorkerEnded::reason
};

// Makes sure that the worker is gone, cleans up behind it and writes its last record. Failures that
// it told of and that belong to no method turn the class red. `worker`
// holds no process afterwards. `exit_time`: from the request to retire to the end, where there was
// one.
void bury(LiveWorker& worker, ClassRun& run, const WorkerLoss& loss, const SessionContext& context,
          std::chrono::nanoseconds exit_time = {});

// Keeps what a `crash` line says.
void keep_crash(LiveWorker& worker, const protocol::Message& message);

// How the worker ended: by the signal that its crash handler named, whatever a launcher makes of
// it.
ProcessEnd true_end(const LiveWorker& worker, const ProcessEnd& end);

// Keeps a `failure -` line for the report of the step that it belongs to; the reason of a skip is
// not one. False where it is malformed.
bool keep_outside_failure(LiveWorker& worker, const protocol::Message& message);

// How many lines a worker may send in one step of a conversation (a method, a start, a retirement).
// The plugin sends a few hundred at most; more is a flood, and would hide the deadline.
constexpr int kMostLinesInAStep = 2'000;

// A `failure` line (id, kind, file, line, message) as data; nullopt where it is malformed.
std::optional<TestFailure> read_failure(const protocol::Message& message);

// Of a worker whose channel is closed, and whose process did not end with it.
inline constexpr char kLivedOn[] = "closed its channel to the runner and lived on";

// "30 s", "250 ms".
std::string in_words(std::chrono::milliseconds time);

}  // namespace carpool
