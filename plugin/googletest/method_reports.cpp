#include "method_reports.h"

#include <string>

#include "../worker/forked_child_posix.h"
#include "part_message.h"
#include "quiet_printer.h"

namespace carpool {
namespace {

constexpr int kMostFailures = 200;
constexpr std::size_t kLongestMessage = 256 * 1024;

const char* kind_of(const testing::TestPartResult& part) {
  if (part.skipped()) return "skip";
  return part.fatally_failed() ? "fatal" : "nonfatal";
}

std::int64_t nanoseconds(std::chrono::steady_clock::duration duration) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(duration).count();
}

}  // namespace

MethodReports::MethodReports(Channel& channel, OutputMarks& marks, ProcessState& state)
    : channel_(channel), marks_(marks), state_(state) {}

void MethodReports::begin(std::int64_t id, std::size_t runs) {
  runs_left_ = runs;
  status_ = Status::kPassed;
  mark_ = 0;
  // The lines that a talkative printer has for the start and the end stay outside.
  if (printer_is_quiet()) marks_.begin();
  {
    // At once, or the failure of a thread could come before the word that the method has started.
    const std::lock_guard<std::mutex> lock(mutex_);
    failed_ = false;
    failures_ = 0;
    channel_.send(Line("started").number(id));
    current_ = id;
  }
  begin_ = body_start_ = body_end_ = Clock::now();
  in_body_ = false;
}

void MethodReports::body_starts() {
  if (in_body_ || runs_left_ == 0) return;
  in_body_ = true;
  if (!printer_is_quiet()) marks_.begin();
  body_start_ = Clock::now();
}

void MethodReports::body_ends() {
  if (runs_left_ == 0) return;
  body_end_ = Clock::now();
  if (--runs_left_ > 0 || printer_is_quiet()) return;
  flush_standard_streams();
  mark_ = marks_.end(false);
}

void MethodReports::count(const testing::TestResult& result, const testing::TestResult& outside) {
  // Before the look: what a thread fails from here on counts in end().
  const bool heard = take_failed();
  if (result.Failed()) {
    status_ = Status::kFailed;
    if (!heard) send_failures(result);
  } else if (heard && outside.Failed()) {
    status_ = Status::kFailed;
  } else if (result.Skipped() && status_ == Status::kPassed) {
    status_ = Status::kSkipped;
  }
}

bool MethodReports::take_failed() {
  const std::lock_guard<std::mutex> lock(mutex_);
  const bool failed = failed_;
  failed_ = false;
  return failed;
}

// A listener that throws keeps those after it from hearing of the failure that it heard of.
void MethodReports::send_failures(const testing::TestResult& result) {
  for (int i = 0; i < result.total_part_count(); ++i) {
    if (result.GetTestPartResult(i).failed()) part_result(result.GetTestPartResult(i));
  }
}

void MethodReports::put_state_back() {
  flush_standard_streams();
  may_have_called_ = state_.is_time_for_a_call(Clock::now() - begin_);
  for (const std::string& leak : may_have_called_ ? state_.restore() : state_.restore_memory()) {
    channel_.queue(Line("leak").number(current_).text(leak));
  }
}

void MethodReports::end() {
  static const char* const kWords[] = {"passed", "skipped", "failed"};
  put_state_back();
  runs_left_ = 0;
  if (printer_is_quiet()) mark_ = may_have_called_ ? marks_.end(true) : marks_.end_silent();
  const std::lock_guard<std::mutex> lock(mutex_);
  // Also where the failure of another thread came after the framework's last look.
  if (failed_) status_ = Status::kFailed;
  const int left_out = failures_ - kMostFailures;
  channel_.queue(Line("finished")
                     .number(current_)
                     .text(kWords[static_cast<int>(status_)])
                     .number(nanoseconds(body_end_ - body_start_))
                     .number(left_out > 0 ? left_out : 0)
                     .number(mark_));
  current_ = -1;
  failed_ = false;
  failures_ = 0;
}

std::string MethodReports::message_of(const testing::TestPartResult& part) const {
  std::string message = part_message(part);
  if (message.empty() && part.skipped()) message = reason_of_skips_;
  if (message.size() <= kLongestMessage) return message;
  const std::size_t left_out = message.size() - kLongestMessage;
  message.resize(kLongestMessage);
  message += "\n... (" + std::to_string(left_out) + " bytes left out)";
  return message;
}

void MethodReports::part_result(const testing::TestPartResult& part) {
  // The lock may have been another thread's when a child was forked.
  if (part.passed() || in_forked_child()) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  failed_ = failed_ || part.failed();
  if (failures_++ >= kMostFailures) return;
  Line line("failure");
  if (current_ < 0) {
    line.text("-");
  } else {
    line.number(current_);
  }
  const int number = part.line_number();
  channel_.send(line.text(kind_of(part))
                    .text(part.file_name())
                    .number(number > 0 ? number : 0)
                    .text(message_of(part)));
}

void MethodReports::fail(const std::string& message) {
  part_result(
      testing::TestPartResult(testing::TestPartResult::kFatalFailure, "", -1, message.c_str()));
}

void MethodReports::flush() {
  marks_.close();
  channel_.flush();
}

}  // namespace carpool
