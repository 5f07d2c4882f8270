#include <cstdio>
#include <memory>
#include <optional>
#include <thread>

#include "base/version.h"
#include "command_line/plain_screen.h"
#include "command_line/run_request.h"
#include "command_line/selection.h"
#include "command_line/verbs.h"
#include "journal/journal.h"
#include "journal/run_directory.h"
#include "manifest/target_manifest.h"
#include "manifest/test_list.h"
#include "process/guardian.h"
#include "process/interrupt.h"
#include "schedule/run_log.h"
#include "schedule/scheduler.h"

namespace carpool {
namespace {

constexpr char kExample[] =
    "Example:\n"
    "  carpool run --manifest build/carpool_tests/core_tests/manifest.json --class ParserTest\n";

ExitCode fail(ExitCode code, const Error& error) {
  std::fprintf(stderr, "carpool run: %s\n", error.message.c_str());
  return code;
}

RunPlan make_plan(const RunRequest& request, const TargetManifest& manifest,
                  std::vector<ClassPlan> classes) {
  RunPlan plan{
      .command = {.launcher = manifest.launcher,
                  .executable = manifest.executable,
                  .arguments = {"--gtest_filter=*", "--gtest_also_run_disabled_tests"},
                  .working_directory = manifest.working_directory},
      .rules = {.keep_worker_between_classes = manifest.reuse == Reuse::kTarget,
                .recycle_after = manifest.recycle_after.value_or(0),
                .limits = {.start_up = manifest.startup_timeout, .method = manifest.test_timeout}},
      .classes = std::move(classes),
      .workers_per_class = manifest.workers,
      .slots = request.jobs,
  };
  plan.command.arguments.insert(plan.command.arguments.end(), manifest.extra_arguments.begin(),
                                manifest.extra_arguments.end());
  if (plan.slots == 0) {
    plan.slots = request.classes.size() == 1 ? manifest.workers
                                             : static_cast<int>(std::thread::hardware_concurrency());
  }
  return plan;
}

// The journal, where it can be had. Tests run without it too, red: nobody may take such a run for one
// that was recorded.
struct RunRecord {
  std::optional<RunDirectory> directory;
  std::optional<Journal> journal;
  std::optional<std::string> trouble;
};

RunRecord open_record(const RunRequest& request, const TargetManifest& manifest) {
  RunRecord record;
  auto directory = run_directory(manifest.results_directory, request.under_ctest);
  if (!directory) {
    record.trouble = directory.error().message;
    return record;
  }
  record.directory = std::move(*directory);
  std::string name = manifest.target;
  if (request.classes.size() == 1) name += "." + request.classes.front();
  auto journal = Journal::create(record.directory->path, name);
  if (!journal) {
    record.trouble = journal.error().message;
    return record;
  }
  record.journal.emplace(std::move(*journal));
  record.journal->append(describe_run(record.directory->id, kVersion, request.command_line), 0);
  return record;
}

ExitCode verdict(const RunTally& tally, const RunRequest& request) {
  if (tally.interrupted) return ExitCode::kInterrupted;
  if (tally.red()) return ExitCode::kRed;
  if (tally.all_skipped()) return static_cast<ExitCode>(request.all_skipped_exit_code);
  return ExitCode::kGreen;
}

ExitCode run_plan(const RunRequest& request, const TargetManifest& manifest, const RunPlan& plan) {
  const TimePoint began = std::chrono::steady_clock::now();
  Interrupt::install();
  if (auto started = Guardian::start(); !started) return fail(ExitCode::kCannotRun, started.error());
  RunRecord record = open_record(request, manifest);
  if (record.trouble) std::fprintf(stderr, "carpool run: %s\n", record.trouble->c_str());

  PlainScreen screen(stdout, plan.slots == 1);
  RunLog log(record.journal ? &*record.journal : nullptr, screen);
  RecordQueue queue(began);
  run_sessions(plan, queue, [&] { log.follow(queue); });
  for (const std::string& left : Guardian::kill_left_behind(0)) {
    std::printf("carpool: a worker of %s left a process behind, killed: %s\n", manifest.target.c_str(),
                left.c_str());
  }
  ExitCode code = verdict(log.tally(), request);
  if (record.trouble && code == ExitCode::kGreen) code = ExitCode::kRed;
  const auto wall = std::chrono::nanoseconds(std::chrono::steady_clock::now() - began).count();
  log.finish({.interrupted = log.tally().interrupted, .exit_code = static_cast<int>(code), .wall_ns = wall},
             wall);
  if (log.tally().journal_error) {
    std::fprintf(stderr, "carpool run: %s\n", log.tally().journal_error->c_str());
    if (code == ExitCode::kGreen) code = ExitCode::kRed;
  }
  Guardian::stop();
  return code;
}

ExitCode run_tests(const RunRequest& request) {
  const auto manifest = read_target_manifest(request.manifest);
  if (!manifest) return fail(ExitCode::kCannotRun, manifest.error());
  const auto tests = read_test_list(manifest->test_list);
  if (!tests) return fail(ExitCode::kCannotRun, tests.error());
  auto classes = select_classes(request, *manifest, *tests);
  if (!classes) return fail(ExitCode::kNothingSelected, classes.error());
  return run_plan(request, *manifest, make_plan(request, *manifest, std::move(*classes)));
}

}  // namespace

VerbAction add_run_verb(CLI::App& program) {
  CLI::App* const verb = program.add_subcommand("run", "Run a target's tests in live workers");
  const auto request = std::make_shared<RunRequest>();
  verb->add_option("--manifest", request->manifest, "what add_continuous_test() wrote about the target")
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
  verb->footer(kExample);
  return [request] { return run_tests(*request); };
}

}  // namespace carpool
