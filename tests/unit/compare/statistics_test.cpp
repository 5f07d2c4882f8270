#include "compare/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace carpool {
namespace {

std::vector<TimePair> pairs_with_ratios(const std::vector<double>& ratios) {
  std::vector<TimePair> pairs;
  for (double ratio : ratios) pairs.push_back({.before = ratio * 3.0, .after = 3.0});
  return pairs;
}

TEST(Median, IsTheMiddleValueOfAnOddSample) { EXPECT_DOUBLE_EQ(median({9, 1, 5}), 5); }

TEST(Median, IsTheMeanOfTheTwoMiddleValuesOfAnEvenSample) {
  EXPECT_DOUBLE_EQ(median({4, 1, 100, 2}), 3);
}

TEST(Median, OfNothingIsZero) { EXPECT_DOUBLE_EQ(median({}), 0); }

// Of two values a and b, a resample's median is a, b or the middle, with 1/4, 1/4 and 1/2: the
// 2.5 % and 97.5 % points of that are a and b themselves.
TEST(BootstrapInterval, OfTwoValuesIsTheValuesThemselves) {
  const Interval interval = bootstrap_median_interval({1, 3}, 7);
  EXPECT_DOUBLE_EQ(interval.low, 1);
  EXPECT_DOUBLE_EQ(interval.high, 3);
}

// The median of n = 5 drawn with replacement is at most the k-th value with probability
// P(Bin(5, k/5) >= 3): 5.8 % for k = 1 and 31.7 % for k = 2. So both ends are the outermost values.
// One wild value among nine others is out with P(Bin(9, 1/9) >= 5) = 0.1 %: it must not be an end.
TEST(BootstrapInterval, FollowsTheBinomialOfTheMiddleDraw) {
  const Interval five = bootstrap_median_interval({1, 2, 3, 4, 5}, 7);
  EXPECT_DOUBLE_EQ(five.low, 1);
  EXPECT_DOUBLE_EQ(five.high, 5);
  const Interval nine = bootstrap_median_interval({1, 2, 3, 4, 5, 6, 7, 8, 1000}, 7);
  EXPECT_LT(nine.high, 1000);
  EXPECT_GE(nine.high, 7);
}

TEST(BootstrapInterval, IsTheSameForTheSameSeed) {
  const std::vector<double> values{0.3, 0.1, 0.7, 0.2, 0.9, 0.4, 0.8};
  const Interval first = bootstrap_median_interval(values, 42);
  const Interval second = bootstrap_median_interval(values, 42);
  EXPECT_DOUBLE_EQ(first.low, second.low);
  EXPECT_DOUBLE_EQ(first.high, second.high);
}

TEST(Saving, IsTheMedianOfThePairedRatios) {
  const Saving result = saving(pairs_with_ratios({4, 2, 8}), 1);
  EXPECT_NEAR(result.speedup, 4, 1e-9);
  EXPECT_NEAR(result.reduction_percent(), 75, 1e-9);
}

// On logarithms, the middle of 2x and 8x is 4x, not 5x.
TEST(Saving, AveragesTheTwoMiddleRatiosOnLogarithms) {
  EXPECT_NEAR(saving(pairs_with_ratios({1, 2, 8, 9}), 1).speedup, 4, 1e-9);
}

TEST(Saving, IsNegativeWhereTheContinuousRunIsSlower) {
  EXPECT_NEAR(saving(pairs_with_ratios({0.5}), 1).reduction_percent(), -100, 1e-9);
}

TEST(Saving, IsEstablishedWhereTheIntervalLeavesOutOne) {
  const Saving result = saving(pairs_with_ratios({3.1, 2.9, 3.0, 3.2, 2.8, 3.0, 3.1, 2.9}), 1);
  ASSERT_TRUE(result.interval);
  EXPECT_TRUE(result.established());
  EXPECT_GE(result.interval->low, 2.8);
  EXPECT_LE(result.interval->high, 3.2);
  EXPECT_NEAR(result.reduction_interval_percent()->low, 100 * (1 - 1 / result.interval->low), 1e-9);
}

TEST(Saving, IsNotEstablishedWhereTheIntervalIncludesOne) {
  const Saving result = saving(pairs_with_ratios({0.5, 2.0, 0.6, 1.8, 0.7, 1.5, 0.9, 1.2}), 1);
  ASSERT_TRUE(result.interval);
  EXPECT_TRUE(result.interval->contains(1));
  EXPECT_FALSE(result.established());
}

TEST(Saving, IsNotEstablishedByFewPairsHoweverClear) {
  const Saving result = saving(pairs_with_ratios({10, 10.1, 10.2, 9.9, 10}), 1);
  EXPECT_EQ(result.pairs, 5u);
  EXPECT_FALSE(result.interval);
  EXPECT_FALSE(result.established());
}

TEST(Saving, LeavesOutPairsWithoutTime) {
  const Saving result =
      saving({{.before = 0, .after = 1}, {.before = 2, .after = 1}, {.before = 5, .after = 0}}, 1);
  EXPECT_EQ(result.pairs, 1u);
  EXPECT_NEAR(result.speedup, 2, 1e-9);
}

// Ten skewed, noisy pairs around a true ratio of 5, measured 1,000 times over. 95 % is the aim; a
// percentile interval of ten values is known to be a little off it, an interval of the wrong width
// or around the wrong middle is far off it.
TEST(Saving, IntervalCoversTheTruthInAboutNinetyFiveOfAHundredMeasurements) {
  constexpr int kMeasurements = 1000;
  std::mt19937_64 random(20240229);
  // A sum of uniform draws instead of std::normal_distribution, whose values vary between
  // libraries.
  const auto noise = [&random] {
    double sum = 0;
    for (int draw = 0; draw < 12; ++draw) sum += static_cast<double>(random() >> 11) * 0x1p-53;
    return (sum - 6.0) * 0.2;
  };
  int covered = 0;
  for (int measurement = 0; measurement < kMeasurements; ++measurement) {
    std::vector<TimePair> pairs;
    for (int pair = 0; pair < 10; ++pair) {
      const double load = std::exp(std::abs(noise()) * 3);  // hits both runs of the pair
      pairs.push_back({.before = 5 * load * std::exp(noise()), .after = load * std::exp(noise())});
    }
    if (saving(pairs, static_cast<std::uint64_t>(measurement)).interval->contains(5)) ++covered;
  }
  EXPECT_GE(covered, 900);
  EXPECT_LE(covered, 990);
}

}  // namespace
}  // namespace carpool
