#include "command_line/plain_screen.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/counted.h"
#include "base/printable.h"
#include "report/stack_excerpt.h"
#include "report/summary.h"

namespace carpool {
namespace {

// What GoogleTest prints around all tests, and no person needs behind a crash.
std::string without_banner(std::string_view text) {
  constexpr std::string_view kBanner[] = {"Running main() from ",
                                          "Note: Google Test filter = ", "[==========] ",
                                          "[----------] ", "[  PASSED  ] "};
  std::string rest;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end == std::string_view::npos ? end : end + 1);
    text.remove_prefix(line.size());
    const bool is_banner =
        line == "\n" || std::ranges::any_of(kBanner, [&](std::string_view begins) {
          return line.starts_with(begins);
        });
    if (!is_banner) rest += line;
  }
  return rest;
}

std::string how_in_words(const WorkerEnded& ended) {
  if (ended_well(ended)) return "has ended";
  std::string how = ended.how;
  std::ranges::replace(how, '_', ' ');
  return "is lost (" + how + ")";
}

}  // namespace

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
  Seen& seen = classes_[{method.target, method.class_name}];
  if (method.worker != 0) seen.any_ran = true;
  if (status == MethodStatus::kNotRun) ++seen.not_run;
  std::string line =
      fmt::format("[{:^12}] {}.{}", to_word(status), method.class_name, method.method);
  if (method.worker != 0) line += fmt::format(" ({})", duration_in_words(method.duration_ns));
  if (!method.reason.empty()) {
    line += told_before(status, method.reason) ? ": as above" : ": " + method.reason;
  }
  if (!method.final_status) line += " - will be tried again in a fresh process";
  for (const std::string& leak : method.leaks) line += " [put back: " + leak + "]";
  print_line(line);
}

// Of what was not run for a reason that many share.
bool PlainScreen::told_before(MethodStatus status, const std::string& reason) {
  return status == MethodStatus::kNotRun && !told_.insert(reason).second;
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
  // Of a gang that did not start, what its launcher printed may be with a rank that is not to
  // blame.
  const bool tells = !ended_well(ended) || !ended.reason.empty();
  const std::string printed = without_banner(ended.output.text);
  if (tells && !printed.empty()) {
    print_line(fmt::format("carpool: worker {} printed outside of methods:", ended.worker));
    print(printed);
  }
  for (const std::string& survivor : ended.survivors) {
    print_line(fmt::format("carpool: worker {} left a process behind, killed: {}", ended.worker,
                           survivor));
  }
  // An interrupted run starts no new one: what was left is not_run.
  if (ended.moved_methods > 0 && ended.how != "interrupted") {
    print_line(fmt::format("carpool: worker {} {}: {} to a new one", ended.worker,
                           how_in_words(ended),
                           counted(ended.moved_methods, "method moves", "methods move")));
  }
  if (!ended.reason.empty()) print_line("carpool: " + ended.reason);
}

// One of which nothing was begun, since the run had to stop, is not to be blamed. Trouble that many
// classes share (an executable that is missing) is told once.
void PlainScreen::show_class(const ClassFinished& finished) {
  const Seen& seen = classes_[{finished.target, finished.class_name}];
  const bool not_begun =
      finished.status == ClassStatus::kFailed && !seen.any_ran && seen.not_run > 0;
  std::string line = fmt::format(
      "[{:^12}] class {}.{} ({})",
      not_begun ? to_word(MethodStatus::kNotRun) : to_word(finished.status), finished.target,
      finished.class_name,
      not_begun ? counted(seen.not_run, "method", "methods") : duration_in_words(finished.wall_ns));
  if (!finished.reason.empty()) {
    const bool again = !told_.insert(finished.reason).second;
    line += again && finished.status == ClassStatus::kStartupFailed ? ": as above"
                                                                    : ": " + finished.reason;
  }
  print_line(line);
}

}  // namespace carpool
