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
  const auto rounds = run_blocks(noting('a'), noting('b'), {noting('x'), noting('y')}, {.most = 2});
  ASSERT_TRUE(rounds);
  EXPECT_EQ(order_, "abbaxyabbaxy");
  EXPECT_EQ(rounds->references[1].size(), 2u);
}

TEST_F(Blocks, PairRoundsThatRanNextToEachOther) {
  const auto rounds = run_blocks(noting('a'), noting('b'), {}, {.most = 3});
  ASSERT_TRUE(rounds);
  ASSERT_EQ(rounds->spawn.size(), 6u);
  ASSERT_EQ(rounds->continuous.size(), 6u);
  for (std::size_t pair = 0; pair < 6; ++pair) {
    EXPECT_EQ(std::abs(rounds->spawn[pair].wall_ns - rounds->continuous[pair].wall_ns), 1);
  }
}

TEST_F(Blocks, StopAtTheFirstError) {
  const RunRound broken = []() -> Result<Round> { return Error{"no"}; };
  const auto rounds = run_blocks(noting('a'), broken, {}, {.most = 5});
  ASSERT_FALSE(rounds);
  EXPECT_EQ(order_, "a");
}

TEST_F(Blocks, EndAsSoonAsEnoughIsKnown) {
  int asked = 0;
  const auto rounds =
      run_blocks(noting('a'), noting('b'), {},
                 {.most = 9, .enough = [&](const TimedRounds& so_far, std::string&) {
                    ++asked;
                    return so_far.spawn.size() >= 4;
                  }});
  ASSERT_TRUE(rounds);
  EXPECT_EQ(order_, "abbaabba");
  EXPECT_EQ(asked, 2);
}

TEST_F(Blocks, TellHowFarTheyAreAndTheTimeLeftByTheBlocksBefore) {
  const auto lasting = [](std::int64_t wall_ns) -> RunRound {
    return [wall_ns]() -> Result<Round> {
      return Round{.wall_ns = wall_ns, .class_ns = {}, .outcomes = {}};
    };
  };
  std::vector<std::string> told;
  BlockPlan plan{.most = 3,
                 .expected_block_ns = 100'000'000'000,
                 .tell_progress = [&](const std::string& line) { told.push_back(line); }};
  constexpr std::int64_t kSecond = 1'000'000'000;
  const auto rounds =
      run_blocks(lasting(4 * kSecond), lasting(kSecond), {lasting(5 * kSecond)}, plan);
  ASSERT_TRUE(rounds);
  EXPECT_EQ(told, (std::vector<std::string>{"block 1 of 3, about 5 min left",
                                            "block 2 of 3, about 30 s left",
                                            "block 3 of 3, about 15 s left"}));
  told.clear();
  plan.expected_block_ns = 0;
  plan.enough = [](const TimedRounds&, std::string& word) {
    word = "speedup 2.0 +-7.0 %";
    return false;
  };
  ASSERT_TRUE(run_blocks(lasting(kSecond), lasting(kSecond), {}, plan));
  EXPECT_EQ(told[0], "block 1 of at most 3");
  EXPECT_EQ(told[1], "block 2 of at most 3, speedup 2.0 +-7.0 %, at most about 8 s left");
}

}  // namespace
}  // namespace carpool
