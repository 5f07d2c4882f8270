#include "trend/change_point.h"

#include <gtest/gtest.h>

#include "unit/trend/sample_series.h"

namespace carpool {
namespace {

using testing::Noise;

TEST(ChangePoint, IsFoundWhereItIs) {
  ChangePointTest test(3, 20'000, 1);
  Noise noise(7);
  std::vector<double> series;
  for (int run = 0; run < 30; ++run) series.push_back(noise(0.1) * (run < 18 ? 1 : 2.5));
  const auto change = test.find(series);
  ASSERT_TRUE(change);
  EXPECT_NEAR(static_cast<double>(change->first_after), 18, 1);
  EXPECT_LT(change->p_value, 0.01);
}

TEST(ChangePoint, OfPerfectOrderHasTheProbabilityOfThatOrder) {
  ChangePointTest test(3, 100'000, 1);
  const auto change = test.find({1, 2, 3, 11, 12, 13});
  ASSERT_TRUE(change);
  EXPECT_EQ(change->first_after, 3u);
  EXPECT_EQ(change->u, 9);
  EXPECT_NEAR(change->p_value, 1.0 / 20, 0.003) << "one of C(6, 3)";
}

TEST(ChangePoint, DownwardsIsNone) {
  ChangePointTest test(3, 10'000, 1);
  std::vector<double> series;
  for (int run = 0; run < 20; ++run) series.push_back(run < 10 ? 2 + run * 0.001 : 1 + run * 0.001);
  EXPECT_GT(test.find(series)->p_value, 0.5);
}

TEST(ChangePoint, OfEqualValuesIsNone) {
  ChangePointTest test(3, 10'000, 1);
  EXPECT_GT(test.find(std::vector<double>(20, 1))->p_value, 0.5);
}

TEST(ChangePoint, NeedsEnoughRunsOnBothSides) {
  ChangePointTest test(3, 100, 1);
  EXPECT_FALSE(test.find({1, 1, 1, 9, 9}));
  EXPECT_TRUE(test.find({1, 1, 1, 9, 9, 9}));
}

// 2,000 histories in which nothing has changed: false alarms at the level, not above it, for each
// length. The bound is the level and three standard deviations.
TEST(ChangePoint, AlarmsNoMoreOftenThanTheLevelWhereNothingChanges) {
  constexpr int kHistories = 2'000;
  for (const std::size_t length : {8u, 20u, 50u}) {
    ChangePointTest test(3, 20'000, 1);
    Noise noise(length);
    int alarms = 0;
    for (int history = 0; history < kHistories; ++history) {
      std::vector<double> series;
      for (std::size_t run = 0; run < length; ++run) series.push_back(noise());
      alarms += test.find(series)->p_value <= 0.05 ? 1 : 0;
    }
    EXPECT_LE(alarms, 100 + 3 * 9.75) << length;
    EXPECT_GE(alarms, 50) << length << ": it is not blind either";
  }
}

TEST(AdjustedPValues, AreThoseOfBenjaminiAndHochberg) {
  const auto adjusted = adjusted_p_values({0.04, 0.01, 0.5, 0.02});
  ASSERT_EQ(adjusted.size(), 4u);
  EXPECT_DOUBLE_EQ(adjusted[1], 0.04);
  EXPECT_DOUBLE_EQ(adjusted[3], 0.04);
  EXPECT_DOUBLE_EQ(adjusted[0], 0.04 * 4 / 3);
  EXPECT_DOUBLE_EQ(adjusted[2], 0.5);
  EXPECT_TRUE(adjusted_p_values({}).empty());
}

}  // namespace
}  // namespace carpool
