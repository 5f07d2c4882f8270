#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <thread>
#include <utility>

#include "base/printable.h"
#include "build_folder/build_tests.h"
#include "command_line/build_listing.h"
#include "command_line/run_subject.h"

namespace carpool {
namespace {

constexpr std::size_t kMostNamed = 5;

void say(const std::string& what) {
  std::fprintf(stderr, "carpool run: %s\n", printable(what).c_str());
}

// A few of the names, and how many more there are.
std::string some_of(const std::vector<std::string>& names) {
  const std::size_t named = std::min(names.size(), kMostNamed);
  std::string text = fmt::format(
      "{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(named), ", "));
  if (named < names.size()) text += fmt::format(" and {} more", names.size() - named);
  return text;
}

Result<DescribedTarget> read_described_target(const std::filesystem::path& manifest_file) {
  auto manifest = read_target_manifest(manifest_file);
  if (!manifest) return manifest.error();
  auto tests = read_test_names(manifest->test_list);
  if (!tests) return tests.error();
  return DescribedTarget{.manifest = std::move(*manifest), .tests = std::move(*tests)};
}

std::string why_nothing(const BuildTests& tests, const RunRequest& request) {
  const std::string where = "nothing to run in " + request.build.string() + ": ";
  if (!tests.problems.empty()) return where + tests.problems.front();
  if (!tests.classes.empty()) {
    return where + "all that was selected is disabled (--also-run-disabled runs it)";
  }
  if (!tests.not_ours.empty()) {
    return where + "of what was selected, add_continuous_test() has added nothing (ctest runs " +
           some_of(tests.not_ours) + ")";
  }
  if (request.wishes == EntryWishes{}) {
    return where +
           "ctest knows no test there: is enable_testing() called in the topmost "
           "CMakeLists.txt, and add_continuous_test() for an executable?";
  }
  return where + "no continuous test matches (`ctest -N` there lists names)";
}

}  // namespace

SubjectOrNot build_subject(const RunRequest& request) {
  std::error_code problem;
  const std::filesystem::path build = std::filesystem::absolute(request.build, problem);
  const auto filter = EntryFilter::create(request.wishes);
  if (!filter) return NoSubject{ExitCode::kUsage, filter.error()};
  const auto entries = list_build_folder(build, request.configuration);
  if (!entries) return NoSubject{ExitCode::kCannotRun, entries.error()};
  BuildTests tests =
      pick_build_tests(*entries, *filter, request.also_run_disabled, read_described_target);
  for (const std::string& what : tests.problems) say(what);
  const bool any = std::ranges::any_of(
      tests.classes, [](const PlannedClass& planned) { return !planned.tests.methods.empty(); });
  if (!any) {
    const bool is_broken = !tests.problems.empty();
    return NoSubject{is_broken ? ExitCode::kCannotRun : ExitCode::kNothingSelected,
                     Error{why_nothing(tests, request)}};
  }
  if (!tests.not_ours.empty()) {
    say(fmt::format(
        "{} not run here, since add_continuous_test() has not added {}: {} (ctest runs {})",
        tests.not_ours.size() == 1 ? "1 test is"
                                   : fmt::format("{} tests are", tests.not_ours.size()),
        tests.not_ours.size() == 1 ? "it" : "them", some_of(tests.not_ours),
        tests.not_ours.size() == 1 ? "it" : "them"));
  }

  RunSubject subject;
  subject.name = build.string();
  subject.journal_name = "build";
  subject.results = build / "Testing" / "Carpool";
  subject.plan.targets = std::move(tests.targets);
  subject.plan.classes = std::move(tests.classes);
  subject.plan.slots = request.jobs > 0
                           ? request.jobs
                           : std::max(static_cast<int>(std::thread::hardware_concurrency()), 1);
  subject.problems = std::move(tests.problems);
  if (!tests.warnings.empty()) {
    subject.warnings = [warnings = std::move(tests.warnings)] { return warnings; };
  }
  return subject;
}

}  // namespace carpool
