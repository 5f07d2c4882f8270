#include "compare/verdict.h"

#include "manifest/googletest_documents.h"
#include "process/process_end.h"

namespace carpool {
namespace {

enum class Reported { kUnreadable, kOtherTest, kPassed, kFailed, kSkipped };

// GoogleTest lists only the tests that the filter selected, and under no name what failed outside
// of tests.
Reported reported(const std::string& report, std::string_view class_name, std::string_view method) {
  const auto results = parse_googletest_results(report);
  if (!results) return Reported::kUnreadable;
  Reported found = Reported::kOtherTest;
  for (const auto& [name, result] : *results) {
    const bool is_it = name.first == class_name && name.second == method;
    if (!is_it && !name.second.empty()) return Reported::kOtherTest;
    if (!is_it) continue;
    found = result.skipped ? Reported::kSkipped : Reported::kPassed;
    if (result.failed) found = Reported::kFailed;
  }
  return found;
}

std::string how_it_ended(const CommandEnd& end) {
  if (end.timed_out) return "was still running at its time limit";
  if (end.signal) return describe(ProcessEnd{Signalled{*end.signal}});
  return describe(ProcessEnd{Exited{end.exit_code.value_or(-1)}});
}

PlainVerdict verdict_by_exit_code(const CommandEnd& end) {
  const MethodStatus status = end.succeeded() ? MethodStatus::kPassed : MethodStatus::kFailed;
  return {.status = status, .detail = "judged by the exit code alone"};
}

bool is_red(const PlainVerdict& verdict) {
  return verdict.failed_outside || carpool::is_red(verdict.status);
}

std::string explain(const PlainVerdict& spawn, const ContinuousVerdict& continuous) {
  const bool red_apart = is_red(spawn);
  const bool red_together = carpool::is_red(continuous.status);
  if (red_together && !red_apart)
    return "red only beside other tests: something is left over from them";
  if (red_apart && !red_together)
    return "red only in a process of its own: it leans on what other tests leave behind";
  return "ends otherwise in a process of its own";
}

bool never_ran(ClassStatus status) {
  return status == ClassStatus::kSetupFailed || status == ClassStatus::kStartupFailed;
}

bool same(const PlainVerdict& spawn, const ContinuousVerdict& continuous,
          ClassStatus class_status) {
  if (never_ran(class_status) && continuous.status == MethodStatus::kNotRun) return is_red(spawn);
  if (class_status == ClassStatus::kTeardownFailed) return spawn.status == continuous.status;
  return spawn.status == continuous.status && !spawn.failed_outside;
}

}  // namespace

PlainVerdict plain_verdict(const CommandEnd& end, const std::optional<std::string>& report,
                           std::string_view class_name, std::string_view method) {
  if (end.timed_out) return {.status = MethodStatus::kTimedOut, .detail = how_it_ended(end)};
  if (!report) {
    const MethodStatus status = end.signal ? MethodStatus::kCrashed : MethodStatus::kExited;
    return {.status = status, .detail = how_it_ended(end)};
  }
  switch (reported(*report, class_name, method)) {
    case Reported::kUnreadable:
      return verdict_by_exit_code(end);
    case Reported::kOtherTest:
      return {.status = MethodStatus::kNotRun,
              .detail = "the filter did not select exactly this test"};
    case Reported::kFailed:
      return {.status = MethodStatus::kFailed, .detail = how_it_ended(end)};
    case Reported::kSkipped:
      return {.status = MethodStatus::kSkipped,
              .failed_outside = !end.succeeded(),
              .detail = how_it_ended(end)};
    case Reported::kPassed:
      break;
  }
  if (end.succeeded()) return {.status = MethodStatus::kPassed, .detail = ""};
  return {.status = MethodStatus::kPassed, .failed_outside = true, .detail = how_it_ended(end)};
}

std::string word(const PlainVerdict& verdict) {
  return verdict.failed_outside ? "failed_outside" : std::string(to_word(verdict.status));
}

std::vector<VerdictDifference> differences(const ClassVerdicts& verdicts) {
  std::vector<VerdictDifference> found;
  bool red_apart = false;
  for (std::size_t index = 0; index < verdicts.methods.size(); ++index) {
    const PlainVerdict& spawn = verdicts.spawn[index];
    const ContinuousVerdict& continuous = verdicts.continuous[index];
    red_apart = red_apart || is_red(spawn);
    if (same(spawn, continuous, verdicts.continuous_status)) continue;
    found.push_back({.class_name = verdicts.class_name,
                     .method = verdicts.methods[index],
                     .spawn = word(spawn),
                     .continuous = std::string(to_word(continuous.status)),
                     .explanation = explain(spawn, continuous)});
  }
  if (verdicts.continuous_status == ClassStatus::kTeardownFailed && !red_apart) {
    found.push_back(
        {.class_name = verdicts.class_name,
         .method = "",
         .spawn = "passed",
         .continuous = std::string(to_word(verdicts.continuous_status)),
         .explanation = "the class's tear-down is red only after its methods ran together"});
  }
  return found;
}

}  // namespace carpool
