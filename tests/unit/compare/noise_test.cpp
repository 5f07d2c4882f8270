#include "compare/noise.h"

#include <gtest/gtest.h>

#include <cmath>

namespace carpool {
namespace {

TimedRounds rounds_lasting(const std::vector<std::int64_t>& spawn_ns,
                           const std::vector<std::int64_t>& continuous_ns) {
  TimedRounds rounds;
  for (const std::int64_t ns : spawn_ns) {
    rounds.spawn.push_back({.wall_ns = ns, .class_ns = {}, .outcomes = {}});
  }
  for (const std::int64_t ns : continuous_ns) {
    rounds.continuous.push_back({.wall_ns = ns, .class_ns = {}, .outcomes = {}});
  }
  return rounds;
}

TEST(Noise, IsNoneOnAQuietMachine) {
  const auto rounds = rounds_lasting({1000, 1010, 990, 1005}, {100, 101, 102, 100});
  EXPECT_EQ(noise({0.9, 5, 5}, 2, rounds), std::vector<std::string>{});
  EXPECT_EQ(noise({}, 2, rounds), std::vector<std::string>{});
}

TEST(Noise, IsALoadThatOthersPutOnTheMachine) {
  EXPECT_EQ(noise({1.1, 0, 0}, 2, rounds_lasting({1}, {1})),
            std::vector<std::string>{"load average 1.1 on 2 cores when it began"});
}

TEST(Noise, IsRoundsOfOneKindThatDifferByMuch) {
  const auto rounds = rounds_lasting({100, 130, 80, 150, 90}, {10, 10, 10, 10, 10});
  const auto found = noise({0.1}, 2, rounds);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].find("runs with a process each differ by "), 0u) << found[0];
}

TEST(Noise, IsNotOneRoundThatSomethingDisturbed) {
  const auto rounds = rounds_lasting({100, 101, 99, 100, 900, 100}, {10, 10, 10, 10, 10, 10});
  EXPECT_TRUE(noise({0.1}, 2, rounds).empty());
}

// The distances from the middle, 100, are 0, 1, 1, 2 and 2 %, their median 1 %.
TEST(RobustSpread, IsTheScaledMedianDistance) {
  const double expected = 100 * (std::pow(1.01, 1.4826) - 1);
  EXPECT_NEAR(robust_spread_percent({100, 101, 100 / 1.01, 102, 100 / 1.02}), expected, 1e-9);
  EXPECT_DOUBLE_EQ(robust_spread_percent({5}), 0);
  EXPECT_DOUBLE_EQ(robust_spread_percent({}), 0);
}

}  // namespace
}  // namespace carpool
