#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/status.h"

namespace carpool {

// What is asked of a finding. Published as trend/v1's `settings`.
struct TrendSettings {
  double level = 0.05;  // of every test
  int fewest_runs_on_a_side = 3;
  int most_runs = 50;  // the last so many comparable runs are looked at
  double least_ratio = 1.2;
  std::int64_t least_difference_ns = 1'000'000;
  int permutations = 100'000;
  std::uint64_t seed = 1;
  int fewest_quiet_runs = 5;
};

enum class SlowMeasure {
  kDuration,    // of a method's body
  kSuiteSetUp,  // of a class
  kPace,        // of all methods together
};

// Runs, classes and methods by their index in the series; -1 for none.

// A change that survives the noise.
struct NewlySlow {
  SlowMeasure measure = SlowMeasure::kDuration;
  int of_class = -1;
  int method = -1;
  int machine = 0;
  int since_run = 0;
  double u = 0;
  double p_value = 1;
  double adjusted_p_value = 1;
  int runs_before = 0;
  int runs_after = 0;
  double before = 0;  // medians: nanoseconds at the machine's usual pace, or the pace itself
  double after = 0;

  double ratio() const { return after / before; }
};

enum class FlakyProof {
  kRetry,        // it failed and passed within one run
  kAlternation,  // its verdict changed three times or more from run to run
};

struct NewlyFlaky {
  FlakyProof proof = FlakyProof::kRetry;
  int method = 0;
  int machine = 0;
  std::vector<int> flaky_runs;  // that show it
  int runs_before = 0;          // that it passed plainly before the first of them
  int runs_since = 0;           // that it ran in, from the first of them on
  double p_value = 1;           // of so long a silence, had it been as flaky from the beginning
};

enum class OrderDirection {
  kRedBehindOthers,    // red behind any other method, green as the first of a worker
  kRedAlone,           // the reverse
  kRedBehindCertain,   // red behind certain methods, green elsewhere
  kRedWithoutCertain,  // the reverse
};

struct AttemptTally {
  int attempts = 0;
  int runs = 0;
  int red = 0;
};

struct RedAttempt {
  int run = 0;
  MethodStatus status = MethodStatus::kFailed;
  int position = 0;
};

// Red each time that it ran one way, and green each time that it ran the other way.
struct OrderDependent {
  OrderDirection direction = OrderDirection::kRedBehindOthers;
  int method = 0;
  int machine = 0;
  AttemptTally behind;     // attempts behind others, or behind the certain ones
  AttemptTally otherwise;  // all others
  // Methods that ran before each attempt behind, and before none of the others; the certain ones.
  // Of many the nearest few, so that there is somewhere to look.
  std::vector<int> predecessors;
  int predecessors_in_all = 0;
  double p_value = 1;
  double adjusted_p_value = 1;
  std::vector<RedAttempt> seen;  // the latest first, a few
};

}  // namespace carpool
