#include "method_reports.h"

#include <string>

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

void MethodReports::expect(const std::vector<Expected>& methods) {
  expected_ = methods;
  next_ = 0;
  runs_left_ = 0;
}

void MethodReports::method_starts() {
  if (runs_left_ > 0 || next_ == expected_.size()) return;
  const Expected& method = expected_[next_++];
  runs_left_ = method.runs;
  status_ = Status::kPassed;
  failures_.store(0);
  current_.store(method.id);
  marks_.begin();
  channel_.send(Line("started").number(method.id));
  start_ = std::chrono::steady_clock::now();
}

void MethodReports::method_ends(const testing::TestResult& result) {
  if (current_.load() < 0) return;
  const auto end = std::chrono::steady_clock::now();
  if (result.Failed()) {
    status_ = Status::kFailed;
  } else if (result.Skipped() && status_ == Status::kPassed) {
    status_ = Status::kSkipped;
  }
  if (--runs_left_ == 0) finish(end);
}

void MethodReports::finish(std::chrono::steady_clock::time_point end) {
  static const char* const kWords[] = {"passed", "skipped", "failed"};
  const std::int64_t id = current_.load();
  const auto duration = end - start_;
  flush_standard_streams();
  const bool may_have_called = state_.is_time_for_a_call(std::chrono::steady_clock::now() - start_);
  for (const std::string& leak : may_have_called ? state_.restore() : state_.restore_memory()) {
    channel_.queue(Line("leak").number(id).text(leak));
  }
  const bool quiet = printer_is_quiet();
  const std::int64_t mark = may_have_called || !quiet ? marks_.end(quiet) : marks_.end_silent();
  const int left_out = failures_.load() - kMostFailures;
  current_.store(-1);
  channel_.queue(Line("finished")
                     .number(id)
                     .text(kWords[static_cast<int>(status_)])
                     .number(nanoseconds(duration))
                     .number(left_out > 0 ? left_out : 0)
                     .number(mark));
  failures_.store(0);
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
  if (part.passed()) return;
  if (failures_.fetch_add(1) >= kMostFailures) return;
  Line line("failure");
  const std::int64_t id = current_.load();
  if (id < 0) {
    line.text("-");
  } else {
    line.number(id);
  }
  const int number = part.line_number();
  channel_.send(line.text(kind_of(part))
                    .text(part.file_name())
                    .number(number > 0 ? number : 0)
                    .text(message_of(part)));
}

void MethodReports::flush() {
  marks_.close();
  channel_.flush();
}

}  // namespace carpool
