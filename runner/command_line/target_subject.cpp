#include <algorithm>
#include <cstdio>
#include <thread>
#include <utility>

#include "command_line/run_subject.h"
#include "command_line/selection.h"
#include "manifest/isolate_globs.h"
#include "manifest/test_list.h"
#include "schedule/target_plan.h"

namespace carpool {
namespace {

int slots_for(const RunRequest& request, const TargetManifest& manifest) {
  if (request.jobs > 0) return request.jobs;
  if (request.classes.size() == 1) return std::max(manifest.workers, 1);
  const auto cores = static_cast<int>(std::thread::hardware_concurrency());
  return std::max(cores / manifest.world_size, 1);
}

// Not an error: stripping or signing after the build changes the file too, and not its tests.
void warn_of_another_executable(const TestList& tests) {
  const auto now = identify_executable(tests.executable.path);
  if (now && !(*now == tests.executable)) {
    std::fprintf(stderr,
                 "carpool run: warning: %s has changed since its tests were listed; tests that are "
                 "new in it are "
                 "not known (build, or run ctest, so that discovery runs again)\n",
                 tests.executable.path.c_str());
  }
}

}  // namespace

SubjectOrNot target_subject(const RunRequest& request) {
  const auto manifest = read_target_manifest(request.manifest);
  if (!manifest) return NoSubject{ExitCode::kCannotRun, manifest.error()};
  auto tests = read_test_names(manifest->test_list, request.classes);
  if (!tests) return NoSubject{ExitCode::kCannotRun, tests.error()};
  auto classes = select_classes(request, *manifest, *tests);
  if (!classes) return NoSubject{ExitCode::kNothingSelected, classes.error()};
  warn_of_another_executable(*tests);

  RunSubject subject;
  subject.name = manifest->target;
  subject.journal_name = manifest->target;
  if (request.classes.size() == 1) subject.journal_name += "." + request.classes.front();
  subject.results = manifest->results_directory;
  subject.plan.targets.push_back({.command = worker_command(*manifest),
                                  .rules = session_rules(*manifest),
                                  .skip_all = what_this_machine_lacks(*manifest),
                                  .workers_per_class = manifest->workers,
                                  .world_size = manifest->world_size,
                                  .has_plugin = manifest->has_plugin});
  for (ClassPlan& tests_of_class : *classes) {
    subject.plan.classes.emplace_back().tests = std::move(tests_of_class);
  }
  subject.plan.slots = slots_for(request, *manifest);
  if (!tests->unmatched_isolate.empty()) {
    subject.warned_of = manifest->target + " in " + manifest->defined_in;
    tests->classes.clear();
    subject.warnings = [manifest = *manifest, tests = *tests] {
      return isolate_warnings(manifest, tests);
    };
  }
  subject.only_target = *manifest;
  return subject;
}

}  // namespace carpool
