#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "../worker/channel_posix.h"
#include "../worker/output_marks_posix.h"
#include "../worker/process_state_posix.h"
#include "framework.h"

namespace carpool {

// A method that the framework is about to be told to run: under the runner's number, and how often
// the framework runs it before it is finished (several times where tests share a name, or with
// --gtest_repeat).
struct Expected {
  std::int64_t id;
  int runs;
};

// Tells the runner about methods as they run: the lines `started`, `failure`, `leak` and
// `finished`, and the output marks. Puts back after each what it changed of the process's state.
class MethodReports {
 public:
  MethodReports(Channel& channel, OutputMarks& marks, ProcessState& state);

  // The methods that run next, in this order.
  void expect(const std::vector<Expected>& methods);

  // Why methods are skipped that the framework skips because of their class, without a word.
  void set_reason_of_skips(const std::string& reason) { reason_of_skips_ = reason; }

  void method_starts();
  void method_ends(const testing::TestResult& result);

  // A failure or a skip, in any thread, inside of a method or outside.
  void part_result(const testing::TestPartResult& part);

  // Sends what is still held back. Called when no method follows at once.
  void flush();

 private:
  enum class Status { kPassed, kSkipped, kFailed };

  std::string message_of(const testing::TestPartResult& part) const;
  void finish(std::chrono::steady_clock::time_point end);

  Channel& channel_;
  OutputMarks& marks_;
  ProcessState& state_;

  std::vector<Expected> expected_;
  std::size_t next_ = 0;  // of expected_
  int runs_left_ = 0;     // of the method under way
  std::string reason_of_skips_;
  Status status_ = Status::kPassed;
  std::chrono::steady_clock::time_point start_;

  // Written by the main thread, read by any thread in which an assertion fails.
  std::atomic<std::int64_t> current_{-1};
  std::atomic<int> failures_{0};
};

}  // namespace carpool
