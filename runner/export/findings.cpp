#include "export/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/utf8.h"

namespace carpool {
namespace {

constexpr std::size_t kLongestLine = 200;  // bytes

bool is_blank(char byte) { return byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r'; }

// The text's beginning on one line: GoogleTest's first line alone ("Failed", "Expected equality of
// these values:") says next to nothing.
std::string as_line(std::string_view text) {
  std::string line;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (line.size() >= kLongestLine && !is_within_sequence(text[at])) return line + " [...]";
    if (!is_blank(text[at])) {
      line += text[at];
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

std::string in_words(const TestFailure& failure) {
  std::string place = failure.file;
  if (!place.empty() && failure.line > 0) place += ":" + std::to_string(failure.line);
  return place.empty() ? failure.message : place + ":\n" + failure.message;
}

void add_part(std::string& text, std::string_view part) {
  if (part.empty()) return;
  if (!text.empty() && text.back() != '\n') text += '\n';
  text += part;
}

// As record.h has it: the output is banners and set-up chatter then.
bool ended_well(const WorkerReport& worker) {
  return carpool::ended_well(WorkerEnded{.how = worker.how}) && worker.end_reason.empty();
}

std::string_view name_of_trouble(ClassStatus status) {
  switch (status) {
    case ClassStatus::kStartupFailed:
      return "[start-up]";
    case ClassStatus::kSetupFailed:
      return "[suite set-up]";
    case ClassStatus::kTeardownFailed:
      return "[suite tear-down]";
    default:
      return "[class]";
  }
}

std::string details_of(const ClassReport& of_class) {
  std::string details = of_class.reason;
  for (const FixtureFailure& fixture : of_class.fixture_failures) {
    for (const TestFailure& failure : fixture.failures) add_part(details, in_words(failure));
  }
  for (const WorkerReport& worker : of_class.workers) add_part(details, worker.end_reason);
  return details;
}

}  // namespace

std::string headline(const AttemptReport& attempt, MethodStatus status) {
  const AttemptEvidence& evidence = attempt.evidence();
  std::string line;
  if (!evidence.failures.empty()) line = as_line(evidence.failures.front().message);
  if (line.empty()) line = as_line(evidence.reason);
  return line.empty() ? std::string(to_word(status)) : line;
}

std::string account(const AttemptReport& attempt) {
  const AttemptEvidence& evidence = attempt.evidence();
  std::string text;
  add_part(text, evidence.reason);
  for (const TestFailure& failure : evidence.failures) add_part(text, in_words(failure));
  if (evidence.failures_left_out > 0) {
    add_part(text, fmt::format("and {} more failures", evidence.failures_left_out));
  }
  for (const std::string& leak : evidence.leaks) add_part(text, "left behind: " + leak);
  add_part(text, evidence.stacks);
  return text;
}

std::optional<Trouble> trouble_of(const ClassReport& of_class) {
  if (!is_red(of_class.status)) return std::nullopt;
  const bool told_by_methods =
      std::ranges::any_of(of_class.methods,
                          [](const MethodReport& method) { return is_red(method.status); }) &&
      (of_class.status == ClassStatus::kFailed || of_class.status == ClassStatus::kInterrupted);
  if (told_by_methods) return std::nullopt;
  const std::string word(to_word(of_class.status));
  const std::string reason = as_line(of_class.reason);
  return Trouble{.name = std::string(name_of_trouble(of_class.status)),
                 .status = word,
                 .message = reason.empty() ? word : reason,
                 .details = details_of(of_class)};
}

std::vector<Trouble> troubles_of_run(const Report& report) {
  std::vector<Trouble> troubles;
  for (const std::string& problem : report.problems) {
    troubles.push_back({.name = "[journal]",
                        .status = "problem",
                        .message = as_line(problem),
                        .details = problem});
  }
  const bool told_by_class = std::ranges::any_of(
      report.classes, [](const ClassReport& of_class) { return is_red(of_class.status); });
  if (report.run.interrupted && !told_by_class && troubles.empty()) {
    const std::string message = "the run was interrupted: this is what had been done by then";
    troubles.push_back(
        {.name = "[run]", .status = "interrupted", .message = message, .details = message});
  }
  return troubles;
}

std::string output_of_workers(const ClassReport& of_class) {
  std::string text;
  for (const WorkerReport& worker : of_class.workers) {
    if (worker.output.text.empty() || ended_well(worker)) continue;
    const std::string rank = worker.rank ? fmt::format(", rank {}", *worker.rank) : std::string();
    add_part(text, fmt::format("[worker {}{}, outside of methods]\n", worker.worker, rank));
    text += worker.output.text;
  }
  return text;
}

}  // namespace carpool
