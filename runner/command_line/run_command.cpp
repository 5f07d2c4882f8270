#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <utility>

#include "base/last_resort.h"
#include "base/own_end.h"
#include "base/printable.h"
#include "command_line/direct_run.h"
#include "command_line/narrowing.h"
#include "command_line/run_execution.h"
#include "command_line/run_options.h"
#include "command_line/run_request.h"
#include "command_line/run_subject.h"
#include "command_line/unbuilt_targets.h"
#include "command_line/verbs.h"
#include "journal/history.h"
#include "process/file_limit.h"
#include "process/guardian.h"
#include "process/interrupt.h"
#include "process/parent_process.h"
#include "schedule/scheduler.h"

namespace carpool {
namespace {

ExitCode fail(ExitCode code, const Error& error) {
  std::fprintf(stderr, "carpool run: %s\n", error.message.c_str());
  return code;
}

// Nobody asked for just so many workers.
void keep_to_file_limit(RunPlan& plan) {
  const int wanted = busy_slots(plan);
  const int most = workers_that_fit();
  if (busy_workers(plan) <= most) return;
  plan.slots = wanted;
  while (plan.slots > 1 && busy_workers(plan) > most) --plan.slots;
  std::fprintf(stderr,
               "carpool run: warning: -j %d instead of %d, since no more files may be open at once "
               "(ulimit -n)\n",
               plan.slots, wanted);
}

bool has_methods(const RunPlan& plan) {
  for (const PlannedClass& planned : plan.classes) {
    if (!planned.tests.methods.empty()) return true;
  }
  return false;
}

std::optional<NoSubject> keep_red_ones(RunSubject& subject) {
  const std::filesystem::path report = subject.results / "report.json";
  std::error_code ignored;
  if (!std::filesystem::exists(report, ignored)) {
    return NoSubject{ExitCode::kNothingSelected, Error{"--rerun-failed: there is no last run, " +
                                                       report.string() + " does not exist"}};
  }
  auto red = red_methods(report);
  if (!red) return NoSubject{ExitCode::kCannotRun, red.error().within("--rerun-failed")};
  for (const std::string& name : keep_methods(subject.plan.classes, std::move(*red))) {
    std::fprintf(stderr, "carpool run: %s was red in the last run and is not among these tests\n",
                 printable(name).c_str());
  }
  if (has_methods(subject.plan)) return std::nullopt;
  return NoSubject{ExitCode::kNothingSelected,
                   Error{"--rerun-failed: of these tests none was red in the last run"}};
}

// Less and in another order, as the user wishes.
std::optional<NoSubject> narrow(const RunRequest& request, RunSubject& subject) {
  RunPlan& plan = subject.plan;
  if (request.rerun_failed) {
    if (auto nothing = keep_red_ones(subject)) return nothing;
  }
  const bool needs_history = plan.classes.size() > 1 || request.shard;
  const History history = needs_history ? read_history(subject.results) : History();
  if (request.shard) {
    const ShardShare share = keep_shard(plan.classes, *request.shard, history);
    subject.notes_history = false;
    std::printf("carpool: shard %d/%d: %zu of %zu classes, division %s\n", request.shard->index,
                request.shard->count, share.classes, share.all_classes, share.division.c_str());
  }
  if (!request.shuffle_seed && plan.classes.size() > 1) order_by_history(plan.classes, history);
  return std::nullopt;
}

// Each run has said what it came to; this is what all of them did.
void tell_repeated(int time, int times, bool is_green) {
  if (times == 1) return;
  if (is_green) {
    std::printf("carpool: all %d runs are green\n", times);
  } else {
    std::printf("carpool: ended with run %d of %d, which is not green\n", time, times);
  }
}

RunEnd repeat(const RunRequest& request, RunSubject subject) {
  const std::vector<PlannedClass> unshuffled = subject.plan.classes;
  for (int time = 1;; ++time) {
    if (request.repeat > 1) std::printf("carpool: run %d of %d\n", time, request.repeat);
    if (request.shuffle_seed) {
      const std::uint64_t seed = seed_of_run(*request.shuffle_seed, time);
      subject.plan.classes = unshuffled;
      shuffle(subject.plan.classes, seed);
      std::printf("carpool: shuffled, --shuffle=%llu is this order again\n",
                  static_cast<unsigned long long>(seed));
    }
    std::fflush(stdout);
    const RunEnd end = execute_run(request, subject);
    if (end.code != ExitCode::kGreen || time == request.repeat) {
      tell_repeated(time, request.repeat, end.code == ExitCode::kGreen);
      return end;
    }
    if (Interrupt::requested()) {  // just when it was over: no reason to begin the next
      return {fail(ExitCode::kInterrupted,
                   Error{fmt::format("interrupted after run {} of {}", time, request.repeat)})};
    }
  }
}

RunEnd run_tests(RunRequest request) {
  if (!request.executable.program.empty()) {
    const auto described = describe_plain_executable(request.executable);
    if (!described) return {fail(ExitCode::kCannotRun, described.error())};
    request.manifest = *described;
  }
  auto found = request.build.empty() ? target_subject(request) : build_subject(request);
  if (auto* const nothing = std::get_if<NoSubject>(&found)) {
    return {fail(nothing->code, nothing->error)};
  }
  auto& subject = std::get<RunSubject>(found);
  if (const auto nothing = narrow(request, subject)) return {fail(nothing->code, nothing->error)};
  // Where there are fewer classes than shards, some have none.
  if (subject.plan.classes.empty()) return {ExitCode::kGreen};
  for (const std::string& line : unbuilt_in_words(subject.plan, subject.results)) {
    std::fprintf(stderr, "carpool run: %s\n", printable(line).c_str());
  }
  subject.plan.stop_at_first_red = request.fail_fast;
  if (request.jobs == 0) keep_to_file_limit(subject.plan);
  if (const auto files = expect_files_for(busy_workers(subject.plan)); !files) {
    return {fail(ExitCode::kCannotRun, files.error())};
  }
  return repeat(request, std::move(subject));
}

// The guardian is a fork: first of all, while there is next to nothing to be copied.
RunEnd run_guarded_tests(const RunRequest& request) {
  if (const auto started = Guardian::start(); !started) {
    return {fail(ExitCode::kCannotRun, started.error())};
  }
  const RunEnd end = run_tests(request);
  Guardian::stop();
  return end;
}

// Where an entry of CTest's stands for one method, its properties may turn that method's own
// verdict round (WILL_FAIL), and nothing else.
ExitCode end_process(const RunRequest& request, RunEnd end) {
  const bool stands_for_a_method = request.direct || !request.without_broker.empty();
  if (stands_for_a_method && !end.is_the_methods) end.signal = kSignalWithoutVerdict;
  if (!end.signal) return end.code;
  std::fflush(nullptr);
  die_of(*end.signal);
}

}  // namespace

VerbAction add_run_verb(CLI::App& program) {
  CLI::App* const verb = program.add_subcommand(
      "run", "Run tests in live workers: one target's, or all of a build folder");
  const auto request = std::make_shared<RunRequest>();
  add_run_options(*verb, *request);
  return [request] {
    if (request->direct) {
      return end_process(*request, {fail(ExitCode::kCannotRun, become_the_test(*request))});
    }
    if (const auto complete = complete_run_request(*request); !complete) {
      return end_process(*request, {fail(ExitCode::kUsage, complete.error())});
    }
    request->command_line = own_command_line();
    try {
      return end_process(*request, run_guarded_tests(*request));
    } catch (const std::exception& error) {
      return end_process(*request, {tell_unhandled(error)});
    }
  };
}

}  // namespace carpool
