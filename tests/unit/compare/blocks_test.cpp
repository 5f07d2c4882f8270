#include "compare/blocks.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

// Runs that only note in which order they were called.
class Blocks : public ::testing::Test {
 protected:
  RunRound noting(char letter) {
    return [this, letter]() -> Result<Round> {
      order_ += letter;
      return Round{
          .wall_ns = static_cast<std::int64_t>(order_.size()), .class_ns = {}, .outcomes = {}};
    };
  }

  std::string order_;
};

TEST_F(Blocks, AlternateBothSidesAndThenTheReferences) {
  const auto rounds =
      run_blocks(noting('a'), noting('b'), {noting('x'), noting('y')}, 2, [](const auto&) {});
  ASSERT_TRUE(rounds);
  EXPECT_EQ(order_, "abbaxyabbaxy");
  EXPECT_EQ(rounds->references[1].size(), 2u);
}

TEST_F(Blocks, PairRoundsThatRanNextToEachOther) {
  const auto rounds = run_blocks(noting('a'), noting('b'), {}, 3, [](const auto&) {});
  ASSERT_TRUE(rounds);
  ASSERT_EQ(rounds->spawn.size(), 6u);
  ASSERT_EQ(rounds->continuous.size(), 6u);
  for (std::size_t pair = 0; pair < 6; ++pair) {
    EXPECT_EQ(std::abs(rounds->spawn[pair].wall_ns - rounds->continuous[pair].wall_ns), 1);
  }
}

TEST_F(Blocks, StopAtTheFirstError) {
  const RunRound broken = []() -> Result<Round> { return Error{"no"}; };
  const auto rounds = run_blocks(noting('a'), broken, {}, 5, [](const auto&) {});
  ASSERT_FALSE(rounds);
  EXPECT_EQ(order_, "a");
}

}  // namespace
}  // namespace carpool
