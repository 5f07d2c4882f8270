#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>

#include "../worker/channel_posix.h"
#include "../worker/output_marks_posix.h"
#include "../worker/process_state_posix.h"
#include "framework.h"

namespace carpool {

// Tells the runner about methods as they run: the lines `started`, `failure`, `leak` and
// `finished`, and the output marks. Puts back after each what it changed of the process's state.
class MethodReports {
 public:
  MethodReports(Channel& channel, OutputMarks& marks, ProcessState& state);

  // Why methods are skipped that the framework skips because of their class, without a word.
  void set_reason_of_skips(const std::string& reason) { reason_of_skips_ = reason; }

  // The framework is about to be told to run a method, under the runner's number. It runs it
  // several times where tests share a name, or with --gtest_repeat. All that listeners do about the
  // method belongs to it.
  void begin(std::int64_t id, std::size_t runs);

  // Within a run: listeners have heard, or are about to hear, of its start and of its end.
  void body_starts();
  void body_ends();

  // What one of the runs came to. The framework's result decides, since a test may take failures
  // back, as GoogleTest's own tests of itself do. `outside`: the class's result, which holds the
  // failures of threads that came just before or behind the run.
  void count(const testing::TestResult& result, const testing::TestResult& outside);
  void end();

  // A failure or a skip, in any thread, inside of a method or outside.
  void part_result(const testing::TestPartResult& part);

  // A failure that the framework knows nothing of.
  void fail(const std::string& message);

  // Sends what is still held back. Called when no method follows at once.
  void flush();

 private:
  enum class Status { kPassed, kSkipped, kFailed };

  using Clock = std::chrono::steady_clock;

  std::string message_of(const testing::TestPartResult& part) const;
  bool take_failed();
  void send_failures(const testing::TestResult& result);
  void put_state_back();

  Channel& channel_;
  OutputMarks& marks_;
  ProcessState& state_;

  std::string reason_of_skips_;

  // Of the method under way.
  std::size_t runs_left_ = 0;  // that have not ended
  Status status_ = Status::kPassed;
  Clock::time_point begin_;       // before any listener
  Clock::time_point body_start_;  // of the first run
  Clock::time_point body_end_;    // of the last run
  bool in_body_ = false;
  bool may_have_called_ = false;
  std::int64_t mark_ = 0;

  // An assertion may fail in any thread, also while its method ends: no `failure` may follow the
  // `finished` of its method.
  std::mutex mutex_;
  std::int64_t current_ = -1;
  bool failed_ = false;  // since the framework's result was last looked at
  int failures_ = 0;
};

}  // namespace carpool
