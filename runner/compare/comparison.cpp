#include "compare/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "compare/blocks.h"
#include "compare/comparison_results.h"
#include "compare/continuous_run.h"
#include "compare/references.h"
#include "compare/scratch_directory.h"
#include "compare/spawn_baseline.h"
#include "journal/run_directory.h"
#include "process/machine.h"

namespace carpool {
namespace {

Result<WarmUp> warm_up(const SpawnBaseline& spawn, const ContinuousRun& continuous,
                       const std::vector<ComparedClass>& classes, ChosenMethods chosen,
                       const std::filesystem::path& scratch) {
  const auto began = std::chrono::steady_clock::now();
  Result<std::vector<std::vector<PlainVerdict>>> apart = spawn.verdicts(chosen, scratch);
  const auto spawn_time = std::chrono::steady_clock::now() - began;
  if (!apart) return apart.error().within("cannot run the methods as a process each");
  Result<ContinuousRun::Outcome> together = continuous.run(classes);
  if (!together) return together.error();
  return WarmUp{.chosen = std::move(chosen),
                .spawn = std::move(*apart),
                .spawn_time = spawn_time,
                .continuous = std::move(*together)};
}

// CTest waits for whoever holds the output of a test, a daemon that a test has left behind too, for
// as long as that lives. Far more than it takes to run the same processes, also one by one.
std::chrono::milliseconds patience_with_ctest(const WarmUp& warm_up, int jobs) {
  const auto processes = std::chrono::duration_cast<std::chrono::milliseconds>(warm_up.spawn_time);
  return std::chrono::seconds(30) + processes * (10 + jobs);
}

// Both ways and the references, ready to be run.
struct Contest {
  const ComparisonRequest& request;
  const std::vector<ComparedClass>& classes;
  const SpawnBaseline& spawn;
  const ContinuousRun& continuous;
  MethodSample& sample;
  std::vector<Reference> references;  // those that are not to be had included
};

// Two rounds each way, and as much as one more with a process each for CTest.
std::int64_t expected_block_ns(const WarmUp& warm_up, bool with_ctest) {
  const std::int64_t spawn_ns = std::chrono::nanoseconds(warm_up.spawn_time).count();
  return (with_ctest ? 3 : 2) * spawn_ns + 2 * warm_up.continuous.round.wall_ns;
}

// Looks at the interval of the total after each block.
bool knows_enough(const Contest& contest, const TimedRounds& rounds, std::string& word) {
  const ComparedTimes total =
      total_times(whole_rounds(rounds, contest.classes, contest.request.jobs), rounds.continuous);
  const std::optional<double> margin = total.saving.margin_percent();
  if (!margin) return false;
  word = fmt::format("speedup {:.1f} +-{:.1f} %", total.saving.speedup, *margin);
  return *margin <= *contest.request.until_percent;
}

Result<TimedRounds> run_contest(const Contest& contest, const WarmUp& warm_up) {
  std::vector<RunRound> references;
  for (const Reference& reference : contest.references) {
    if (reference.run) references.push_back(reference.run);
  }
  const RunRound spawn = [&] { return contest.spawn.run(contest.sample.draw()); };
  const RunRound continuous = [&]() -> Result<Round> {
    Result<ContinuousRun::Outcome> outcome = contest.continuous.run(contest.classes);
    if (!outcome) return outcome.error();
    return std::move(outcome->round);
  };
  BlockPlan plan{
      .most = contest.request.blocks,
      .expected_block_ns = expected_block_ns(warm_up, static_cast<bool>(contest.references[0].run)),
      .tell_progress = contest.request.tell_progress};
  if (contest.request.until_percent) {
    plan.enough = [&contest](const TimedRounds& rounds, std::string& word) {
      return knows_enough(contest, rounds, word);
    };
  }
  return run_blocks(spawn, continuous, references, plan);
}

std::vector<Reference> references(const ComparisonRequest& request, const TargetManifest& manifest,
                                  const std::vector<ComparedClass>& classes, const WarmUp& warm_up,
                                  const std::filesystem::path& scratch,
                                  const RunCommand& run_command) {
  std::vector<Reference> references;
  if (request.sample) {
    references.push_back(
        {.name = "ctest",
         .description = std::string(kCtestDescription),
         .run = {},
         .reason = "it would run every method as a process, which --sample is to avoid"});
  } else {
    references.push_back(ctest_reference(manifest, classes, request.jobs,
                                         patience_with_ctest(warm_up, request.jobs), scratch,
                                         run_command));
  }
  references.push_back(
      one_process_reference(manifest, classes, request.class_names.empty(), scratch, run_command));
  return references;
}

Result<void> measure(Comparison& comparison, const ComparisonRequest& request,
                     const std::vector<ComparedClass>& classes, const RunCommand& run_command) {
  const TargetManifest& manifest = comparison.manifest;
  const Result<ScratchDirectory> scratch = ScratchDirectory::create(manifest.results_directory);
  if (!scratch) return scratch.error();
  const SpawnBaseline spawn(manifest, classes, request.jobs, run_command);
  const Result<ContinuousRun> continuous =
      ContinuousRun::prepare(manifest,
                             {.carpool = request.carpool,
                              .manifest_file = request.manifest_file,
                              .class_names = request.class_names,
                              .jobs = request.jobs},
                             scratch->path(), run_command);
  if (!continuous) return continuous.error();

  MethodSample sample(classes, request.sample, kComparisonSeed);
  request.tell_progress("warm-up");
  const Result<WarmUp> warm = warm_up(spawn, *continuous, classes, sample.draw(), scratch->path());
  if (!warm) return warm.error();
  const Contest contest{
      .request = request,
      .classes = classes,
      .spawn = spawn,
      .continuous = *continuous,
      .sample = sample,
      .references = references(request, manifest, classes, *warm, scratch->path(), run_command)};
  const Result<TimedRounds> rounds = run_contest(contest, *warm);
  if (!rounds) return rounds.error();
  add_results(comparison, classes, *warm, *rounds, contest.references);
  return {};
}

}  // namespace

std::size_t Comparison::method_count() const {
  std::size_t count = not_comparable.size();
  for (const ClassComparison& compared : classes) count += compared.method_count;
  return count;
}

std::size_t Comparison::sampled_method_count() const {
  std::size_t count = 0;
  for (const ClassComparison& compared : classes) count += compared.verdicts.methods.size();
  return count;
}

bool Comparison::is_sampled() const {
  return std::ranges::any_of(classes, &ClassComparison::is_sampled);
}

bool Comparison::is_exact_enough() const {
  const std::optional<double> margin = total.saving.margin_percent();
  return !until_percent || (margin && *margin <= *until_percent);
}

bool Comparison::any_red() const {
  return std::ranges::any_of(classes, [](const ClassComparison& compared) {
    const ClassVerdicts& verdicts = compared.verdicts;
    return is_red(verdicts.continuous_status) ||
           std::ranges::any_of(verdicts.continuous,
                               [](const auto& verdict) { return is_red(verdict.status); }) ||
           std::ranges::any_of(verdicts.spawn, [](const auto& verdict) {
             return is_red(verdict.status) || verdict.failed_outside;
           });
  });
}

Result<Comparison> compare(const ComparisonRequest& request, TargetManifest manifest,
                           const std::vector<ComparedClass>& classes,
                           const RunCommand& run_command) {
  Comparison comparison;
  comparison.manifest = std::move(manifest);
  comparison.host = describe_run("", request.version, {});
  comparison.jobs = request.jobs;
  comparison.sample = request.sample;
  comparison.until_percent = request.until_percent;
  comparison.seed = kComparisonSeed;
  comparison.load_before = load_average();
  const Result<void> measured = measure(comparison, request, classes, run_command);
  if (!measured) return measured.error();
  comparison.load_after = load_average();
  return comparison;
}

}  // namespace carpool
