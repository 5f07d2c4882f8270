#include "command_line/plain_screen.h"

#include <fmt/format.h>

#include "report/stack_excerpt.h"
#include "report/summary.h"

namespace carpool {

void PlainScreen::print(std::string_view text) {
  if (text.empty()) return;
  std::fwrite(text.data(), 1, text.size(), stream_);
  at_line_start_ = text.back() == '\n';
}

// Names, messages and reasons come from tests; the terminal is not theirs to control. Their output
// is, as ever.
void PlainScreen::print_line(const std::string& line) {
  if (!at_line_start_) print("\n");
  print(printable(line));
  print("\n");
}

void PlainScreen::show_live(std::string_view bytes) {
  if (live_) print(bytes);
}

void PlainScreen::refresh() { std::fflush(stream_); }

void PlainScreen::show(const Record& record) {
  if (const auto* method = std::get_if<MethodFinished>(&record)) return show_method(*method);
  if (const auto* ended = std::get_if<WorkerEnded>(&record)) return show_worker_end(*ended);
  if (const auto* finished = std::get_if<ClassFinished>(&record)) return show_class(*finished);
  if (const auto* set_up = std::get_if<SuiteSetUp>(&record)) {
    return show_failures(set_up->failures, {});
  }
  if (const auto* torn_down = std::get_if<SuiteTornDown>(&record)) {
    return show_failures(torn_down->failures, {});
  }
}

void PlainScreen::show_method(const MethodFinished& method) {
  if (!live_) print(method.output.text);
  show_failures(method.failures, method.output.text);
  if (method.failures_left_out > 0) {
    print_line(fmt::format("carpool: {} more failures of this method are not shown",
                           method.failures_left_out));
  }
  if (!method.stacks.empty()) {
    print_line("stacks:");
    print(printable(stack_excerpt(method.stacks)));
  }
  const MethodStatus status = method.final_status.value_or(method.status);
  std::string line =
      fmt::format("[{:^12}] {}.{}", to_word(status), method.class_name, method.method);
  if (method.worker != 0) line += fmt::format(" ({})", duration_in_words(method.duration_ns));
  if (!method.reason.empty()) line += ": " + method.reason;
  if (!method.final_status) line += " - will be tried again in a fresh process";
  for (const std::string& leak : method.leaks) line += " [put back: " + leak + "]";
  print_line(line);
}

// GoogleTest's own printer has usually said it already, in the output.
void PlainScreen::show_failures(const std::vector<TestFailure>& failures,
                                const std::string& printed) {
  for (const TestFailure& failure : failures) {
    if (!failure.message.empty() && printed.find(failure.message) != std::string::npos) continue;
    print_line(failure.file.empty() ? fmt::format("Failure\n{}", failure.message)
                                    : fmt::format("{}:{}: Failure\n{}", failure.file, failure.line,
                                                  failure.message));
  }
}

void PlainScreen::show_worker_end(const WorkerEnded& ended) {
  if (!ended_well(ended) && !ended.output.text.empty()) {
    print_line(fmt::format("carpool: worker {} printed outside of methods:", ended.worker));
    print(ended.output.text);
  }
  for (const std::string& survivor : ended.survivors) {
    print_line(fmt::format("carpool: worker {} left a process behind, killed: {}", ended.worker,
                           survivor));
  }
  if (ended.moved_methods > 0) {
    print_line(fmt::format("carpool: worker {} is lost ({}): {} methods move to a new one",
                           ended.worker, ended.how, ended.moved_methods));
  }
}

void PlainScreen::show_class(const ClassFinished& finished) {
  std::string line =
      fmt::format("[{:^12}] class {}.{} ({})", to_word(finished.status), finished.target,
                  finished.class_name, duration_in_words(finished.wall_ns));
  if (!finished.reason.empty()) line += ": " + finished.reason;
  print_line(line);
}

}  // namespace carpool
