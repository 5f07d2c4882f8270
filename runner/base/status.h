#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace carpool {

// The terminal status of one test method. Every discovered method ends with exactly one of these.
enum class MethodStatus {
  kPassed,
  kFailed,
  kSkipped,
  kDisabled,
  kFlaky,    // failed first, then passed in a fresh process
  kCrashed,  // a signal that nobody in Carpool sent
  kExited,   // the process ended inside the method without a signal
  kTimedOut,
  kProtocolError,  // the worker closed, flooded or garbled the channel
  kInterrupted,    // was running when the run was interrupted
  kNotRun,         // never started: set-up failed, start-up failed, run interrupted
};

// The terminal status of one class: the worst of its methods, or what happened around them.
enum class ClassStatus {
  kPassed,
  kSkipped,   // every method that was to run was skipped
  kDisabled,  // no method was to run
  kFlaky,
  kFailed,  // at least one method is red
  kSetupFailed,
  kStartupFailed,
  kTeardownFailed,
  kInterrupted,
};

// How one rank of a gang fared in a method.
enum class RankStatus {
  kPassed,
  kFailed,
  kSkipped,
  kCrashed,
  kExited,
  kTimedOut,
  kProtocolError,
  kInterrupted,
  kAborted,  // ended by the runner, since the gang could not go on without another rank
  kNotRun,   // never began
};

// The words used in journals, reports and on screen, as in design: "passed", "timed_out", ...
std::string_view to_word(MethodStatus status);
std::string_view to_word(ClassStatus status);
std::string_view to_word(RankStatus status);
std::optional<RankStatus> rank_status_from_word(std::string_view word);
std::optional<MethodStatus> method_status_from_word(std::string_view word);
std::optional<ClassStatus> class_status_from_word(std::string_view word);

// Each status once, in the order above.
std::span<const MethodStatus> all_method_statuses();

// Whether this status turns the run red.
bool is_red(MethodStatus status);
bool is_red(ClassStatus status);

}  // namespace carpool
