#include "broker/verdict.h"

#include <fmt/format.h>

#include <charconv>

#include "base/own_end.h"
#include "base/printable.h"
#include "report/stack_excerpt.h"

namespace carpool {
namespace {

constexpr std::int64_t kMillisecond_ns = 1'000'000;

std::string full_name(const MethodFinished& record) {
  return record.class_name + "." + record.method;
}

int red_code(const SkipCode& skip) { return skip.code == 1 ? 2 : 1; }

const char* label_of(MethodStatus status) {
  switch (status) {
    case MethodStatus::kPassed:
    case MethodStatus::kFlaky:
      return "[       OK ]";
    case MethodStatus::kSkipped:
      return "[  SKIPPED ]";
    default:
      return "[  FAILED  ]";
  }
}

bool was_printed(const MethodFinished& record, const std::string& text) {
  return !text.empty() && record.output.text.find(text) != std::string::npos;
}

std::string failures_of(const MethodFinished& record) {
  std::string text;
  for (const TestFailure& failure : record.failures) {
    if (was_printed(record, failure.message)) continue;
    if (!failure.file.empty()) text += fmt::format("{}:{}: ", failure.file, failure.line);
    text += "Failure\n" + printable(failure.message) + "\n";
  }
  if (record.failures_left_out > 0) {
    text += fmt::format("carpool: {} more failures of this method are not shown\n",
                        record.failures_left_out);
  }
  return text;
}

// What happened to the method beyond its own failures.
std::string circumstances_of(const MethodFinished& record) {
  std::string text;
  if (!record.stacks.empty()) text += "stacks:\n" + printable(stack_excerpt(record.stacks));
  if (!record.reason.empty() && !was_printed(record, record.reason)) {
    text += "carpool: " + printable(record.reason) + "\n";
  }
  for (const std::string& leak : record.leaks) {
    text += "carpool: put back: " + printable(leak) + "\n";
  }
  return text;
}

}  // namespace

SkipCode skip_code_of(const TargetManifest& manifest) {
  SkipCode skip;
  for (const auto& [name, value] : manifest.properties) {
    if (name != "SKIP_RETURN_CODE") continue;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), skip.code);
    skip.is_the_users = error == std::errc();
  }
  return skip;
}

Ending without_verdict() { return {.exit_code = 1, .signal = kSignalWithoutVerdict}; }

Ending ending_of(const MethodFinished& last, const SkipCode& skip) {
  switch (last.final_status.value_or(last.status)) {
    case MethodStatus::kPassed:
    case MethodStatus::kFlaky:
      return {};
    case MethodStatus::kSkipped:
      return {.exit_code = skip.code};
    case MethodStatus::kFailed:
      return {.exit_code = red_code(skip)};
    case MethodStatus::kCrashed:
      return {.exit_code = 1, .signal = last.signal.value_or(kSignalWithoutVerdict)};
    case MethodStatus::kExited: {
      const int code = last.exit_code.value_or(0);
      if (code == 0) return without_verdict();  // CTest would take it for a pass
      const bool says_skipped = code == skip.code && !skip.is_the_users;
      return {.exit_code = says_skipped ? red_code(skip) : code};
    }
    default:
      return without_verdict();
  }
}

std::string opening_text(const std::string& full_name) {
  return "[ RUN      ] " + printable(full_name) + "\n";
}

std::string closing_text(const std::vector<MethodFinished>& attempts) {
  std::string text;
  for (const MethodFinished& record : attempts) {
    // Each text begins a line of its own, whatever the method printed last.
    const std::string& printed = record.output.text;
    if (!printed.empty() && printed.back() != '\n') text += '\n';
    text += failures_of(record) + circumstances_of(record);
    const MethodStatus status = record.final_status.value_or(record.status);
    const std::string line = fmt::format("{} {}", label_of(status), printable(full_name(record)));
    if (!was_printed(record, line)) {
      text += fmt::format("{} ({} ms)\n", line, record.duration_ns / kMillisecond_ns);
    }
    if (!record.final_status) text += "carpool: tried again in a fresh process\n";
  }
  const bool crashed = attempts.back().final_status == MethodStatus::kCrashed;
  if (!crashed && ending_of(attempts.back(), {}).signal) {
    text +=
        "carpool: the test came to no verdict: this entry ends by SIGABRT, red whatever its "
        "properties say\n";
  }
  if (attempts.back().final_status == MethodStatus::kFlaky) {
    text += fmt::format("carpool: flaky: passed in attempt {} only\n", attempts.back().attempt);
  }
  return text;
}

}  // namespace carpool
