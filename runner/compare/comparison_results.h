#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "compare/blocks.h"
#include "compare/comparison.h"
#include "compare/continuous_run.h"
#include "compare/method_sample.h"
#include "compare/references.h"

namespace carpool {

// Any fixed number will do; it is in the document so that intervals and samples can be computed
// again.
inline constexpr std::uint64_t kComparisonSeed = 20'260'101;

// The discarded warm-up: each side once, which also gives exact verdicts, of `chosen` methods.
struct WarmUp {
  ChosenMethods chosen;
  std::vector<std::vector<PlainVerdict>> spawn;
  std::chrono::steady_clock::duration spawn_time{};
  ContinuousRun::Outcome continuous;
};

// The wall times of both ways, whole rounds.
ComparedTimes total_times(const std::vector<WholeRound>& spawn,
                          const std::vector<Round>& continuous);

// Beside the continuous rounds: the spawn rounds as if all methods had run in each, `jobs` at a
// time.
std::vector<WholeRound> whole_rounds(const TimedRounds& rounds,
                                     const std::vector<ComparedClass>& classes, int jobs);

// Works out what the rounds come to: per class and over all, references, verdicts that differ.
// `references`: all, those that were not to be had included, in the order of `rounds.references`.
void add_results(Comparison& comparison, const std::vector<ComparedClass>& classes,
                 const WarmUp& warm_up, const TimedRounds& rounds,
                 const std::vector<Reference>& references);

}  // namespace carpool
