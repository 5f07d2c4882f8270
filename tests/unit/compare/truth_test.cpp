// A check of comparisons against the truth: simulated suites whose start-up and body times are
// known, measured again and again with a machine's noise, where the interval has to hold the true
// saving in about 95 of 100 measurements.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "compare/blocks.h"
#include "compare/comparison_results.h"
#include "compare/method_sample.h"

namespace carpool {
namespace {

// A suite, run by so many processes at a time. Bodies are of very different lengths: a few long
// ones among many short ones, as in real suites.
class SimulatedSuite {
 public:
  SimulatedSuite(double start_up_ms, std::vector<std::size_t> class_sizes, std::uint64_t seed,
                 int jobs = 1)
      : start_up_ns_(start_up_ms * 1e6), jobs_(jobs) {
    std::mt19937_64 random(seed);
    std::lognormal_distribution<double> body_ms(0.0, 1.5);
    for (const std::size_t size : class_sizes) {
      ComparedClass compared{.name = "C" + std::to_string(classes_.size()), .methods = {}};
      for (std::size_t index = 0; index < size; ++index) {
        const std::string name = "m" + std::to_string(index);
        compared.methods.push_back({.name = name, .filter = compared.name + "." + name});
        bodies_ns_.push_back(body_ms(random) * 1e6);
      }
      classes_.push_back(std::move(compared));
    }
  }

  const std::vector<ComparedClass>& classes() const { return classes_; }

  int jobs() const { return jobs_; }

  double true_speedup() const {
    std::vector<double> processes_ns;
    for (const double body_ns : bodies_ns_) processes_ns.push_back(start_up_ns_ + body_ns);
    std::vector<double> workers_ns;
    auto body_ns = bodies_ns_.begin();
    for (const ComparedClass& compared : classes_) {
      workers_ns.push_back(start_up_ns_);
      for (std::size_t method = 0; method < compared.methods.size(); ++method) {
        workers_ns.back() += *body_ns++;
      }
    }
    return wall_of_processes_ns(processes_ns, jobs_) / wall_of_processes_ns(workers_ns, jobs_);
  }

  // `factor`: how much slower the machine is during this round than on average.
  template <typename Noise>
  Round spawn(const ChosenMethods& chosen, double factor, const Noise& noise) const {
    Round round = empty_round();
    std::vector<double> processes_ns;
    std::size_t number = 0;
    for (std::size_t index = 0; index < classes_.size(); ++index) {
      for (std::size_t method = 0; method < classes_[index].methods.size(); ++method, ++number) {
        if (!chosen[index][method]) continue;
        const double ns = (start_up_ns_ + bodies_ns_[number]) * factor * noise();
        round.method_ns[number] = static_cast<std::int64_t>(ns);
        round.outcomes[number] = "exit 0";
        round.class_ns[index] += round.method_ns[number];
        processes_ns.push_back(ns);
      }
    }
    round.wall_ns = static_cast<std::int64_t>(wall_of_processes_ns(processes_ns, jobs_));
    return round;
  }

  template <typename Noise>
  Round continuous(double factor, const Noise& noise) const {
    Round round = empty_round();
    std::vector<double> workers_ns;
    std::size_t number = 0;
    for (std::size_t index = 0; index < classes_.size(); ++index) {
      round.class_ns[index] = static_cast<std::int64_t>(start_up_ns_ * factor * noise());
      for (std::size_t method = 0; method < classes_[index].methods.size(); ++method, ++number) {
        round.method_ns[number] = static_cast<std::int64_t>(bodies_ns_[number] * factor * noise());
        round.outcomes[number] = "passed";
        round.class_ns[index] += round.method_ns[number];
      }
      workers_ns.push_back(static_cast<double>(round.class_ns[index]));
    }
    round.wall_ns = static_cast<std::int64_t>(wall_of_processes_ns(workers_ns, jobs_));
    return round;
  }

 private:
  Round empty_round() const {
    Round round;
    round.class_ns.resize(classes_.size());
    round.outcomes.resize(bodies_ns_.size());
    round.method_ns.resize(bodies_ns_.size());
    return round;
  }

  double start_up_ns_;
  int jobs_;
  std::vector<ComparedClass> classes_;
  std::vector<double> bodies_ns_;
};

struct Way {
  int blocks = 6;
  std::optional<std::size_t> sample = std::nullopt;
  std::optional<double> until_percent = std::nullopt;
};

// One whole comparison on a machine that drifts steadily, is now and then disturbed for a whole
// round, and lets each round and each process take a few percent more or less.
ComparedTimes measured(const SimulatedSuite& suite, const Way& way, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> of_process(-0.005, 0.1);  // its exponential has a mean of 1
  std::normal_distribution<double> of_round(0, 0.03);
  std::bernoulli_distribution disturbed(0.04);
  std::exponential_distribution<double> disturbance(5);
  double drift = 0;
  const auto noise = [&] { return std::exp(of_process(random)); };
  const auto factor = [&] {
    drift += 0.002;
    return std::exp(drift + of_round(random) + (disturbed(random) ? disturbance(random) : 0));
  };
  MethodSample sample(suite.classes(), way.sample, seed);
  BlockPlan plan{.most = way.blocks};
  if (way.until_percent) {
    plan.enough = [&](const TimedRounds& rounds, std::string&) {
      const auto total =
          total_times(whole_rounds(rounds, suite.classes(), suite.jobs()), rounds.continuous);
      const auto margin = total.saving.margin_percent();
      return margin && *margin <= *way.until_percent;
    };
  }
  const auto rounds =
      run_blocks([&]() -> Result<Round> { return suite.spawn(sample.draw(), factor(), noise); },
                 [&]() -> Result<Round> { return suite.continuous(factor(), noise); }, {}, plan);
  return total_times(whole_rounds(*rounds, suite.classes(), suite.jobs()), rounds->continuous);
}

struct Coverage {
  int held = 0;
  double sum_of_log_errors = 0;
};

constexpr int kRepetitions = 300;

Coverage coverage(const SimulatedSuite& suite, const Way& way) {
  Coverage coverage;
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    const Saving saving =
        measured(suite, way, 1000 + static_cast<std::uint64_t>(repetition)).saving;
    coverage.sum_of_log_errors += std::log(saving.speedup / suite.true_speedup());
    if (saving.interval && saving.interval->contains(suite.true_speedup())) ++coverage.held;
  }
  return coverage;
}

// 95 % of 300 are 285 with a standard deviation of 3.8: from 92 % to 99 % allows for about three
// on the side of too few, and for an interval that is somewhat wider than it need be.
void expect_about_95_of_100(const Coverage& coverage) {
  EXPECT_GE(coverage.held, kRepetitions * 92 / 100);
  EXPECT_LE(coverage.held, kRepetitions * 99 / 100);
  EXPECT_NEAR(coverage.sum_of_log_errors / kRepetitions, 0, 0.01) << "biased";
}

class TrueSaving : public ::testing::Test {
 protected:
  SimulatedSuite dear_{20, {10, 30, 5, 15}, 1};    // start-up counts most
  SimulatedSuite cheap_{0.5, {10, 30, 5, 15}, 2};  // bodies do
  SimulatedSuite huge_{3, {200, 100}, 3};
  // Few methods of few classes leave most of the jobs idle at the end of a sampled round.
  SimulatedSuite parallel_{20, {80, 40, 60, 50}, 5, 8};
};

TEST_F(TrueSaving, IsHeldByTheIntervalOfAMeasurement) {
  expect_about_95_of_100(coverage(dear_, {.blocks = 6}));
  expect_about_95_of_100(coverage(cheap_, {.blocks = 3}));
}

TEST_F(TrueSaving, IsHeldByTheIntervalOfASample) {
  expect_about_95_of_100(coverage(dear_, {.blocks = 6, .sample = 3}));
  expect_about_95_of_100(coverage(huge_, {.blocks = 4, .sample = 4}));
  expect_about_95_of_100(coverage(parallel_, {.blocks = 6, .sample = 4}));
}

TEST_F(TrueSaving, IsHeldByTheIntervalThatEndsAMeasurement) {
  expect_about_95_of_100(coverage(dear_, {.blocks = 30, .until_percent = 3}));
  expect_about_95_of_100(coverage(huge_, {.blocks = 30, .sample = 4, .until_percent = 4}));
}

// No start-up to be saved: an interval that leaves out 1 is a false claim.
TEST_F(TrueSaving, OfNothingIsSeldomEstablished) {
  const SimulatedSuite nothing{0, {20, 10}, 4};
  int claimed = 0;
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    const auto seed = static_cast<std::uint64_t>(repetition);
    claimed += measured(nothing, {.blocks = 5}, seed).saving.established() ? 1 : 0;
  }
  EXPECT_LE(claimed, kRepetitions * 8 / 100);
}

}  // namespace
}  // namespace carpool
