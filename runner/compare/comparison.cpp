#include "compare/comparison.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "compare/blocks.h"
#include "compare/command_posix.h"
#include "compare/continuous_run.h"
#include "compare/references.h"
#include "compare/scratch_directory.h"
#include "compare/spawn_baseline.h"
#include "journal/run_directory.h"

namespace carpool {
namespace {

// Any fixed number will do; it is in the document so that the intervals can be computed again.
constexpr std::uint64_t kSeed = 20'260'101;

// The discarded warm-up: each side once, which also gives every method's exact verdict.
struct WarmUp {
  std::vector<std::vector<PlainVerdict>> spawn;
  std::chrono::steady_clock::duration spawn_time{};
  ContinuousRun::Outcome continuous;
};

Result<WarmUp> warm_up(const SpawnBaseline& spawn, const ContinuousRun& continuous,
                       const std::vector<ComparedClass>& classes,
                       const std::filesystem::path& scratch) {
  const auto began = std::chrono::steady_clock::now();
  Result<std::vector<std::vector<PlainVerdict>>> apart = spawn.verdicts(scratch);
  const auto spawn_time = std::chrono::steady_clock::now() - began;
  if (!apart) return apart.error().within("cannot run the methods as a process each");
  Result<ContinuousRun::Outcome> together = continuous.run(classes);
  if (!together) return together.error();
  return WarmUp{
      .spawn = std::move(*apart), .spawn_time = spawn_time, .continuous = std::move(*together)};
}

// CTest waits for whoever holds the output of a test, a daemon that a test has left behind too, for
// as long as that lives. Far more than it takes to run the same processes, also one by one.
std::chrono::milliseconds patience_with_ctest(const WarmUp& warm_up, int jobs) {
  const auto processes = std::chrono::duration_cast<std::chrono::milliseconds>(warm_up.spawn_time);
  return std::chrono::seconds(30) + processes * (10 + jobs);
}

ClassVerdicts class_verdicts(const ComparedClass& compared, std::size_t index,
                             const WarmUp& warm_up) {
  ClassVerdicts verdicts{.class_name = compared.name,
                         .continuous_status = warm_up.continuous.class_statuses[index],
                         .methods = {},
                         .spawn = {},
                         .continuous = {}};
  for (std::size_t method = 0; method < compared.methods.size(); ++method) {
    if (!compared.methods[method].filter) continue;
    verdicts.methods.push_back(compared.methods[method].name);
    verdicts.spawn.push_back(warm_up.spawn[index][method]);
    verdicts.continuous.push_back(warm_up.continuous.verdicts[index][method]);
  }
  return verdicts;
}

std::vector<UncomparedMethod> without_filter(const std::vector<ComparedClass>& classes) {
  std::vector<UncomparedMethod> found;
  for (const ComparedClass& compared : classes) {
    for (const ComparedMethod& method : compared.methods) {
      if (method.filter) continue;
      found.push_back(
          {compared.name, method.name, "no GoogleTest filter selects this method alone"});
    }
  }
  return found;
}

// Methods that did not end as in the first of these rounds in every other one.
std::vector<UncomparedMethod> unstable_methods(const std::vector<ComparedClass>& classes,
                                               const std::vector<Round>& rounds,
                                               const std::string& side) {
  std::vector<UncomparedMethod> found;
  std::size_t number = 0;
  for (const ComparedClass& compared : classes) {
    for (const ComparedMethod& method : compared.methods) {
      const auto other = std::ranges::find_if(rounds, [&](const Round& round) {
        return round.outcomes[number] != rounds.front().outcomes[number];
      });
      if (other != rounds.end()) {
        found.push_back({compared.name, method.name,
                         side + ": \"" + rounds.front().outcomes[number] + "\" in one round, \"" +
                             other->outcomes[number] + "\" in another"});
      }
      ++number;
    }
  }
  return found;
}

ComparedTimes compared_times(std::vector<std::int64_t> spawn_ns,
                             std::vector<std::int64_t> continuous_ns) {
  std::vector<TimePair> pairs;
  for (std::size_t index = 0; index < spawn_ns.size(); ++index) {
    pairs.push_back(
        {static_cast<double>(spawn_ns[index]), static_cast<double>(continuous_ns[index])});
  }
  return {.spawn_ns = std::move(spawn_ns),
          .continuous_ns = std::move(continuous_ns),
          .saving = saving(pairs, kSeed)};
}

template <typename Time>
ComparedTimes compared_times(const TimedRounds& rounds, const Time& time) {
  std::vector<std::int64_t> spawn_ns;
  std::vector<std::int64_t> continuous_ns;
  for (const Round& round : rounds.spawn) spawn_ns.push_back(time(round));
  for (const Round& round : rounds.continuous) continuous_ns.push_back(time(round));
  return compared_times(std::move(spawn_ns), std::move(continuous_ns));
}

// A reference runs once in a block, the continuous side twice. Two pairs of one reference time
// would not be independent, so the block makes one, with the geometric middle of the two.
ReferenceComparison against(const Reference& reference, const std::vector<Round>& rounds,
                            const std::vector<Round>& continuous) {
  ReferenceComparison result{.name = reference.name,
                             .description = reference.description,
                             .unavailable_reason = reference.reason,
                             .wall_ns = {},
                             .saving = {}};
  if (std::ranges::any_of(rounds, &Round::cut_off)) {
    result.unavailable_reason = reference.name + " did not end in time in one of the rounds";
    return result;
  }
  std::vector<TimePair> pairs;
  for (std::size_t block = 0; block < rounds.size(); ++block) {
    result.wall_ns.push_back(rounds[block].wall_ns);
    const double middle_ns = std::sqrt(static_cast<double>(continuous[2 * block].wall_ns) *
                                       static_cast<double>(continuous[2 * block + 1].wall_ns));
    pairs.push_back({static_cast<double>(rounds[block].wall_ns), middle_ns});
  }
  result.saving = saving(pairs, kSeed);
  return result;
}

void add_results(Comparison& comparison, const std::vector<ComparedClass>& classes,
                 const WarmUp& warm_up, const TimedRounds& rounds) {
  for (std::size_t index = 0; index < classes.size(); ++index) {
    ClassComparison result{
        .name = classes[index].name,
        .verdicts = class_verdicts(classes[index], index, warm_up),
        .times = compared_times(rounds, [&](const Round& round) { return round.class_ns[index]; })};
    const std::vector<VerdictDifference> found = differences(result.verdicts);
    comparison.differences.insert(comparison.differences.end(), found.begin(), found.end());
    comparison.classes.push_back(std::move(result));
  }
  comparison.total = compared_times(rounds, [](const Round& round) { return round.wall_ns; });
  comparison.not_comparable = without_filter(classes);
  comparison.unstable = unstable_methods(classes, rounds.spawn, "a process each");
  const std::vector<UncomparedMethod> more =
      unstable_methods(classes, rounds.continuous, "continuous");
  comparison.unstable.insert(comparison.unstable.end(), more.begin(), more.end());
}

// Both ways and the references, ready to be run.
struct Contest {
  const ComparisonRequest& request;
  const std::vector<ComparedClass>& classes;
  SpawnBaseline spawn;
  ContinuousRun continuous;
  std::vector<Reference> references;  // those that are not to be had included
};

Result<TimedRounds> run_contest(const Contest& contest) {
  std::vector<RunRound> references;
  for (const Reference& reference : contest.references) {
    if (reference.run) references.push_back(reference.run);
  }
  const RunRound spawn = [&] { return contest.spawn.run(); };
  const RunRound continuous = [&]() -> Result<Round> {
    Result<ContinuousRun::Outcome> outcome = contest.continuous.run(contest.classes);
    if (!outcome) return outcome.error();
    return std::move(outcome->round);
  };
  return run_blocks(spawn, continuous, references, contest.request.blocks,
                    contest.request.tell_progress);
}

std::vector<ReferenceComparison> reference_comparisons(const Contest& contest,
                                                       const TimedRounds& rounds) {
  std::vector<ReferenceComparison> comparisons;
  auto measured = rounds.references.begin();
  for (const Reference& reference : contest.references) {
    const std::vector<Round> own = reference.run ? *measured++ : std::vector<Round>{};
    comparisons.push_back(against(reference, own, rounds.continuous));
  }
  return comparisons;
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

  request.tell_progress("warm-up");
  const Result<WarmUp> warm = warm_up(spawn, *continuous, classes, scratch->path());
  if (!warm) return warm.error();
  const bool all_classes = request.class_names.empty();
  const Contest contest{
      .request = request,
      .classes = classes,
      .spawn = spawn,
      .continuous = *continuous,
      .references = {
          ctest_reference(manifest, classes, request.jobs, patience_with_ctest(*warm, request.jobs),
                          scratch->path(), run_command),
          one_process_reference(manifest, classes, all_classes, scratch->path(), run_command)}};
  const Result<TimedRounds> rounds = run_contest(contest);
  if (!rounds) return rounds.error();
  add_results(comparison, classes, *warm, *rounds);
  comparison.references = reference_comparisons(contest, *rounds);
  return {};
}

}  // namespace

std::size_t Comparison::method_count() const {
  std::size_t count = not_comparable.size();
  for (const ClassComparison& compared : classes) count += compared.verdicts.methods.size();
  return count;
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
  comparison.blocks = request.blocks;
  comparison.seed = kSeed;
  comparison.load_before = load_average();
  const Result<void> measured = measure(comparison, request, classes, run_command);
  if (!measured) return measured.error();
  comparison.load_after = load_average();
  return comparison;
}

}  // namespace carpool
