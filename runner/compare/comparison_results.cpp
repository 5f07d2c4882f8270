#include "compare/comparison_results.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "compare/noise.h"

namespace carpool {
namespace {

ClassVerdicts class_verdicts(const ComparedClass& compared, std::size_t index,
                             const WarmUp& warm_up) {
  ClassVerdicts verdicts{.class_name = compared.name,
                         .continuous_status = warm_up.continuous.class_statuses[index],
                         .methods = {},
                         .spawn = {},
                         .continuous = {}};
  for (std::size_t method = 0; method < compared.methods.size(); ++method) {
    if (!warm_up.chosen[index][method]) continue;
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

// A method that ended one way in one round and another way in another.
struct Unsteady {
  std::string first;
  std::string other;
};

std::optional<Unsteady> unsteady(const std::vector<Round>& rounds, std::size_t number) {
  std::string first;
  for (const Round& round : rounds) {
    const std::string& outcome = round.outcomes[number];
    if (outcome.empty()) continue;  // not run in this round
    if (first.empty()) first = outcome;
    if (outcome != first) return Unsteady{.first = first, .other = outcome};
  }
  return std::nullopt;
}

// Methods that did not end the same way in every round that ran them.
std::vector<UncomparedMethod> unstable_methods(const std::vector<ComparedClass>& classes,
                                               const std::vector<Round>& rounds,
                                               const std::string& side) {
  std::vector<UncomparedMethod> found;
  std::size_t number = 0;
  for (const ComparedClass& compared : classes) {
    for (const ComparedMethod& method : compared.methods) {
      if (const auto words = unsteady(rounds, number)) {
        found.push_back({compared.name, method.name,
                         side + ": \"" + words->first + "\" in one round, \"" + words->other +
                             "\" in another"});
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
          .saving = saving(pairs, kComparisonSeed)};
}

// Of the mean over the rounds, each of which chose anew, in percent of the sum.
double error_percent(double variance_ns2, double sum_ns) {
  return sum_ns > 0 ? 100.0 * std::sqrt(variance_ns2) / sum_ns : 0;
}

ComparedTimes class_times(const std::vector<WholeRound>& spawn,
                          const std::vector<Round>& continuous, std::size_t index) {
  std::vector<std::int64_t> spawn_ns;
  std::vector<std::int64_t> continuous_ns;
  double variance_ns2 = 0;
  double sum_ns = 0;
  for (const WholeRound& round : spawn) {
    spawn_ns.push_back(round.round.class_ns[index]);
    variance_ns2 += round.class_variance_ns2[index];
    sum_ns += static_cast<double>(spawn_ns.back());
  }
  for (const Round& round : continuous) continuous_ns.push_back(round.class_ns[index]);
  ComparedTimes times = compared_times(std::move(spawn_ns), std::move(continuous_ns));
  times.sampling_error_percent = error_percent(variance_ns2, sum_ns);
  return times;
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
  for (const Round& round : rounds) {
    if (round.unusable.empty()) continue;
    result.unavailable_reason = reference.name + " " + round.unusable + " in one of the rounds";
    return result;
  }
  std::vector<TimePair> pairs;
  for (std::size_t block = 0; block < rounds.size(); ++block) {
    result.wall_ns.push_back(rounds[block].wall_ns);
    const double middle_ns = std::sqrt(static_cast<double>(continuous[2 * block].wall_ns) *
                                       static_cast<double>(continuous[2 * block + 1].wall_ns));
    pairs.push_back({static_cast<double>(rounds[block].wall_ns), middle_ns});
  }
  result.saving = saving(pairs, kComparisonSeed);
  return result;
}

std::vector<ReferenceComparison> reference_comparisons(const std::vector<Reference>& references,
                                                       const TimedRounds& rounds) {
  std::vector<ReferenceComparison> comparisons;
  auto measured = rounds.references.begin();
  for (const Reference& reference : references) {
    const std::vector<Round> own = reference.run ? *measured++ : std::vector<Round>{};
    comparisons.push_back(against(reference, own, rounds.continuous));
  }
  return comparisons;
}

ClassComparison class_comparison(const ComparedClass& compared, std::size_t index,
                                 const WarmUp& warm_up, const std::vector<WholeRound>& spawn,
                                 const std::vector<Round>& continuous) {
  return {.name = compared.name,
          .method_count = static_cast<std::size_t>(std::ranges::count_if(
              compared.methods,
              [](const ComparedMethod& method) { return method.filter.has_value(); })),
          .verdicts = class_verdicts(compared, index, warm_up),
          .times = class_times(spawn, continuous, index)};
}

}  // namespace

std::vector<WholeRound> whole_rounds(const TimedRounds& rounds,
                                     const std::vector<ComparedClass>& classes, int jobs) {
  std::vector<WholeRound> whole;
  for (std::size_t index = 0; index < rounds.spawn.size(); ++index) {
    whole.push_back(whole_round(rounds.spawn[index], rounds.continuous[index], classes, jobs));
  }
  return whole;
}

ComparedTimes total_times(const std::vector<WholeRound>& spawn,
                          const std::vector<Round>& continuous) {
  std::vector<std::int64_t> spawn_ns;
  std::vector<std::int64_t> continuous_ns;
  double variance_ns2 = 0;
  double busy_ns = 0;
  for (const WholeRound& round : spawn) {
    spawn_ns.push_back(round.round.wall_ns);
    for (const double variance : round.class_variance_ns2) variance_ns2 += variance;
    for (const std::int64_t class_ns : round.round.class_ns) {
      busy_ns += static_cast<double>(class_ns);
    }
  }
  for (const Round& round : continuous) continuous_ns.push_back(round.wall_ns);
  ComparedTimes times = compared_times(std::move(spawn_ns), std::move(continuous_ns));
  times.sampling_error_percent = error_percent(variance_ns2, busy_ns);
  return times;
}

void add_results(Comparison& comparison, const std::vector<ComparedClass>& classes,
                 const WarmUp& warm_up, const TimedRounds& rounds,
                 const std::vector<Reference>& references) {
  const std::vector<WholeRound> spawn = whole_rounds(rounds, classes, comparison.jobs);
  for (std::size_t index = 0; index < classes.size(); ++index) {
    ClassComparison result =
        class_comparison(classes[index], index, warm_up, spawn, rounds.continuous);
    const std::vector<VerdictDifference> found = differences(result.verdicts);
    comparison.differences.insert(comparison.differences.end(), found.begin(), found.end());
    comparison.classes.push_back(std::move(result));
  }
  comparison.total = total_times(spawn, rounds.continuous);
  comparison.blocks = static_cast<int>(rounds.continuous.size() / 2);
  comparison.noise = noise(comparison.load_before, comparison.host.host_cores, rounds);
  comparison.not_comparable = without_filter(classes);
  comparison.unstable = unstable_methods(classes, rounds.spawn, "a process each");
  const std::vector<UncomparedMethod> more =
      unstable_methods(classes, rounds.continuous, "continuous");
  comparison.unstable.insert(comparison.unstable.end(), more.begin(), more.end());
  comparison.references = reference_comparisons(references, rounds);
}

}  // namespace carpool
