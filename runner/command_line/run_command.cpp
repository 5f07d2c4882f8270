#include <algorithm>
#include <cstdio>
#include <memory>
#include <thread>
#include <utility>

#include "command_line/direct_run.h"
#include "command_line/run_execution.h"
#include "command_line/run_request.h"
#include "command_line/selection.h"
#include "command_line/verbs.h"
#include "journal/history.h"
#include "manifest/target_manifest.h"
#include "manifest/test_list.h"
#include "process/file_limit.h"
#include "process/guardian.h"
#include "process/parent_process.h"
#include "schedule/target_plan.h"

namespace carpool {
namespace {

constexpr char kExample[] =
    "Example:\n"
    "  carpool run --manifest build/carpool.tests/core_tests/manifest.json --class ParserTest\n";

ExitCode fail(ExitCode code, const Error& error) {
  std::fprintf(stderr, "carpool run: %s\n", error.message.c_str());
  return code;
}

RunPlan make_plan(const RunRequest& request, const TargetManifest& manifest,
                  std::vector<ClassPlan> classes) {
  RunPlan plan{.command = worker_command(manifest),
               .rules = session_rules(manifest),
               .classes = std::move(classes),
               .workers_per_class = manifest.workers,
               .world_size = manifest.world_size,
               .slots = request.jobs};
  if (plan.slots == 0) {
    plan.slots = request.classes.size() == 1
                     ? manifest.workers
                     : static_cast<int>(std::thread::hardware_concurrency()) / manifest.world_size;
    plan.slots = std::max(plan.slots, 1);
  }
  return plan;
}

// Failed last time first, then longest first: a long class begun late is what a run waits for at
// its end. Those without a past come before all that passed, since nobody knows how long they take.
void order_by_history(std::vector<ClassPlan>& classes, const TargetManifest& manifest) {
  if (classes.size() < 2) return;
  const History history = read_history(manifest.results_directory);
  const auto rank = [&](const ClassPlan& plan) {
    const ClassHistory* const known = history.find(plan.target, plan.name);
    if (!known) return std::pair(1, std::int64_t{0});
    return std::pair(known->red ? 0 : 2, -known->wall_ns);
  };
  std::ranges::stable_sort(classes, {}, rank);
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

// Nobody asked for just so many workers.
void keep_to_file_limit(RunPlan& plan) {
  const int wanted = busy_slots(plan);
  const int fit = std::max(workers_that_fit() / plan.world_size, 1);
  if (fit >= wanted) return;
  plan.slots = fit;
  std::fprintf(stderr,
               "carpool run: warning: -j %d instead of %d, since no more files may be open at once "
               "(ulimit -n)\n",
               fit, wanted);
}

ExitCode run_tests(const RunRequest& request) {
  const auto manifest = read_target_manifest(request.manifest);
  if (!manifest) return fail(ExitCode::kCannotRun, manifest.error());
  const auto tests = read_test_names(manifest->test_list, request.classes);
  if (!tests) return fail(ExitCode::kCannotRun, tests.error());
  auto classes = select_classes(request, *manifest, *tests);
  if (!classes) return fail(ExitCode::kNothingSelected, classes.error());
  warn_of_another_executable(*tests);
  order_by_history(*classes, *manifest);
  RunPlan plan = make_plan(request, *manifest, std::move(*classes));
  plan.skip_all = what_this_machine_lacks(*manifest);
  if (request.jobs == 0) keep_to_file_limit(plan);
  if (const auto files = expect_files_for(busy_slots(plan) * plan.world_size); !files) {
    return fail(ExitCode::kCannotRun, files.error());
  }
  return execute_run(request, *manifest, *tests, plan);
}

// The guardian is a fork: first of all, while there is next to nothing to be copied.
ExitCode run_guarded_tests(const RunRequest& request) {
  if (const auto started = Guardian::start(); !started) {
    return fail(ExitCode::kCannotRun, started.error());
  }
  const ExitCode code = run_tests(request);
  Guardian::stop();
  return code;
}

}  // namespace

VerbAction add_run_verb(CLI::App& program) {
  CLI::App* const verb = program.add_subcommand("run", "Run a target's tests in live workers");
  const auto request = std::make_shared<RunRequest>();
  verb->add_option(
          "--manifest", request->manifest,
          "the target's manifest.json: it lies in carpool.tests/<target> of the build folder")
      ->required();
  verb->add_option("--class", request->classes, "only this class (exact name; may be repeated)")
      ->allow_extra_args(false);
  verb->add_option("--method", request->methods, "only this Suite.Name (exact; may be repeated)")
      ->allow_extra_args(false);
  verb->add_option("-j,--jobs", request->jobs, "workers alive at once")->check(CLI::Range(1, 1024));
  verb->add_flag("--also-run-disabled", request->also_run_disabled, "run DISABLED_ tests too");
  verb->add_flag("--under-ctest", request->under_ctest,
                 "this is an entry of a ctest run: share its run directory");
  verb->add_option("--all-skipped-exit-code", request->all_skipped_exit_code,
                   "exit with this code where every method was skipped")
      ->check(CLI::Range(0, 125));
  verb->add_flag("--direct", request->direct,
                 "become the test executable, with the one --method: for debuggers");
  verb->add_option("--without-broker", request->without_broker,
                   "an entry of one method runs by itself, for this reason (carpool-exec says it)");
  verb->footer(kExample);
  return [request] {
    if (request->direct) return fail(ExitCode::kCannotRun, become_the_test(*request));
    request->command_line = own_command_line();
    return run_guarded_tests(*request);
  };
}

}  // namespace carpool
