#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/status.h"

namespace carpool {

// The journal's events. Each record becomes one NDJSON line (schema carpool/journal/v1) that
// carries `event` and `t_ns`, the time since the journal began. Durations are nanoseconds of a
// monotonic clock. Workers are numbered from 1 within one journal file.

// The first line of every journal file.
struct RunStarted {
  std::string run_id;
  std::string started_at;  // RFC 3339 UTC
  std::string version;     // of Carpool
  std::string host_name;
  std::string host_system;  // "Linux 6.1.0 x86_64"
  int host_cores = 0;
  std::vector<std::string> command_line;
  std::vector<std::string> warnings;  // about how the tests were set up, in words
};

// Of the journal of a broker, which nobody sees end: a runner's own entry is red where it is lost.
inline const std::vector<std::string> kBrokerCommandLine{"carpool", "broker"};

// Names all methods of a class before any of them runs, so that none can be lost. Where methods are
// asked for one by one, each is named so, as an addition to the class, until ClassFinished.
struct ClassPlanned {
  std::string target;
  std::string class_name;
  std::vector<std::string> methods;   // to be run, in the executable's order
  std::vector<std::string> disabled;  // known, not to be run
  bool adds = false;                  // to a class that has been named and not finished
};

struct WorkerStarted {
  std::string target;
  std::string class_name;
  int worker = 0;
  std::int64_t process_id = 0;
  std::optional<int> rank;  // its place in a gang of several
  std::string
      reason;  // first, recycled, isolated, after_isolated, retry, after_loss, after_startup_failed
};

// The start-up split. spawn: from before the fork to the plugin's first word; init: from there to
// the take-over.
struct WorkerReady {
  int worker = 0;
  std::int64_t spawn_ns = 0;
  std::int64_t init_ns = 0;
};

struct TestFailure {
  std::string file;  // empty where unknown
  int line = 0;
  std::string message;
};

struct SuiteSetUp {
  std::string target;
  std::string class_name;
  int worker = 0;
  bool failed = false;
  std::int64_t duration_ns = 0;
  std::vector<TestFailure> failures;
};

struct CapturedOutput {
  std::string text;               // raw bytes; a head and a tail where truncated
  std::uint64_t total_bytes = 0;  // before truncation
  bool truncated = false;
};

// How one rank of a gang fared in one attempt at a method.
struct RankResult {
  int rank = 0;
  int worker = 0;
  RankStatus status = RankStatus::kNotRun;
  std::int64_t duration_ns = 0;
  std::vector<TestFailure> failures;
  std::uint64_t failures_left_out = 0;
  std::string reason;
  CapturedOutput output;
  std::optional<int> signal;     // for crashed
  std::optional<int> exit_code;  // for exited
  std::string stacks;
  std::vector<std::string> leaks;
};

// One attempt at a method has ended. `final_status` is set on the last attempt only: it is the
// method's terminal record.
struct MethodFinished {
  std::string target;
  std::string class_name;
  std::string method;
  int attempt = 1;
  int worker = 0;    // 0 where none was involved (not_run)
  int position = 0;  // how many methods this worker had run before this one
  MethodStatus status = MethodStatus::kNotRun;
  std::optional<MethodStatus> final_status;
  std::int64_t duration_ns = 0;
  std::vector<TestFailure> failures;
  std::uint64_t failures_left_out = 0;
  std::string reason;  // why skipped, not_run, timed_out, ... in words; empty for none
  CapturedOutput output;
  std::optional<int> signal;       // for crashed
  std::optional<int> exit_code;    // for exited
  std::string stacks;              // of the worker's threads where they could be had
  std::vector<std::string> leaks;  // process state that the method changed and Carpool restored
  // Of a gang of several, by rank. What stands above is put together from them then: the worst
  // status, the longest duration; failures and output with the rank in front.
  std::vector<RankResult> ranks;
};

// A worker's end, whatever brought it about.
struct WorkerEnded {
  std::string target;
  std::string class_name;
  int worker = 0;
  std::string
      how;  // retired, recycled, aborted (another rank of its gang was lost), crashed, exited,
            // timed_out, protocol_error, startup_failed, interrupted, teardown_failed
  std::optional<int> signal;
  std::optional<int> exit_code;
  std::string during;                  // the method it was running, empty for none
  int moved_methods = 0;               // pending methods of its batch that moved to another worker
  std::vector<std::string> survivors;  // processes it left behind, killed: "1234 sleep 600"
  CapturedOutput output;               // what it printed outside of methods
  std::int64_t exit_ns = 0;            // from the request to retire to the process's end
  std::string reason = {};             // why it was given up, where no method and no class says so
};

// As it was asked to, or through no fault of its own; its output is banners and set-up chatter
// then.
inline bool ended_well(const WorkerEnded& ended) {
  return ended.how == "retired" || ended.how == "recycled" || ended.how == "aborted";
}

struct SuiteTornDown {
  std::string target;
  std::string class_name;
  int worker = 0;
  bool failed = false;
  std::int64_t duration_ns = 0;
  std::vector<TestFailure> failures;
};

struct ClassFinished {
  std::string target;
  std::string class_name;
  ClassStatus status = ClassStatus::kPassed;
  std::string reason;  // for set-up, start-up and tear-down trouble, in words
  std::int64_t wall_ns = 0;
};

// The last line of a journal whose runner ended by itself.
struct RunFinished {
  bool interrupted = false;
  int exit_code = 0;
  std::int64_t wall_ns = 0;
};

using Record = std::variant<RunStarted, ClassPlanned, WorkerStarted, WorkerReady, SuiteSetUp,
                            MethodFinished, WorkerEnded, SuiteTornDown, ClassFinished, RunFinished>;

}  // namespace carpool
