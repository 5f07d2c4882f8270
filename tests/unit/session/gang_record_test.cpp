#include "session/gang_record.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace carpool {
namespace {

RankResult rank(int number, RankStatus status, std::int64_t duration_ns = 1) {
  return {.rank = number, .worker = number + 1, .status = status, .duration_ns = duration_ns};
}

CapturedOutput printed(const std::string& text) {
  return {.text = text, .total_bytes = text.size(), .truncated = false};
}

TEST(GangRecord, HasTheWorstStatus) {
  using R = RankStatus;
  using M = MethodStatus;
  // From the worst to the best; what a method comes to in whose ranks it is the worst.
  const std::vector<std::pair<R, M>> order{
      {R::kInterrupted, M::kInterrupted}, {R::kCrashed, M::kCrashed},
      {R::kExited, M::kExited},           {R::kProtocolError, M::kProtocolError},
      {R::kTimedOut, M::kTimedOut},       {R::kFailed, M::kFailed},
      {R::kAborted, M::kFailed},          {R::kNotRun, M::kNotRun},
      {R::kSkipped, M::kSkipped},         {R::kPassed, M::kPassed}};
  for (std::size_t worse = 0; worse < order.size(); ++worse) {
    for (std::size_t better = worse; better < order.size(); ++better) {
      const R one = order[worse].first;
      const R other = order[better].first;
      EXPECT_EQ(merge_ranks({rank(0, one), rank(1, other)}).status, order[worse].second);
      EXPECT_EQ(merge_ranks({rank(0, other), rank(1, one)}).status, order[worse].second);
    }
  }
}

TEST(GangRecord, TellsWhyOthersDidNotComeToTheEndOfAMethodThatOneFailed) {
  RankResult failed = rank(0, RankStatus::kFailed);
  RankResult aborted = rank(1, RankStatus::kAborted);
  aborted.reason = "rank 0 had failed";
  const MethodFinished record = merge_ranks({failed, aborted});
  EXPECT_EQ(record.status, MethodStatus::kFailed);
  EXPECT_EQ(record.reason, "rank 1: rank 0 had failed");
}

TEST(GangRecord, TellsWhatTheWorstRankTells) {
  RankResult aborted = rank(0, RankStatus::kAborted);
  aborted.reason = "rank 1: the worker was killed by SIGSEGV";
  RankResult crashed = rank(1, RankStatus::kCrashed);
  crashed.reason = "the worker was killed by SIGSEGV";
  crashed.signal = 11;
  const MethodFinished record = merge_ranks({aborted, crashed});
  EXPECT_EQ(record.reason, "rank 1: the worker was killed by SIGSEGV");
  EXPECT_EQ(record.signal, 11);
  EXPECT_EQ(record.exit_code, std::nullopt);
}

TEST(GangRecord, OfSeveralEquallyBadRanksTheFirstCounts) {
  RankResult first = rank(0, RankStatus::kExited);
  first.exit_code = 3;
  RankResult second = rank(1, RankStatus::kExited);
  second.exit_code = 4;
  EXPECT_EQ(merge_ranks({first, second}).exit_code, 3);
}

TEST(GangRecord, HasTheStacksOfTheRankToBlameFirst) {
  RankResult aborted = rank(0, RankStatus::kAborted);
  aborted.stacks = "waits\n";
  RankResult crashed = rank(1, RankStatus::kCrashed);
  crashed.stacks = "crashes";
  RankResult other = rank(2, RankStatus::kAborted);
  other.stacks = "waits too\n";
  EXPECT_EQ(merge_ranks({aborted, crashed, other}).stacks,
            "[rank 1]\ncrashes\n[rank 0]\nwaits\n[rank 2]\nwaits too\n");
}

TEST(GangRecord, TakesAsLongAsTheSlowestRank) {
  EXPECT_EQ(
      merge_ranks({rank(0, RankStatus::kPassed, 5), rank(1, RankStatus::kFailed, 2)}).duration_ns,
      5);
}

TEST(GangRecord, HasTheFailuresOfAllWithTheRankInFront) {
  RankResult first = rank(0, RankStatus::kFailed);
  first.failures = {{.file = "a.cpp", .line = 3, .message = "one"}};
  first.failures_left_out = 2;
  RankResult second = rank(1, RankStatus::kFailed);
  second.failures = {{.file = "a.cpp", .line = 4, .message = "two"}, {.message = "three"}};
  second.failures_left_out = 5;
  const MethodFinished record = merge_ranks({first, second});
  ASSERT_EQ(record.failures.size(), 3u);
  EXPECT_EQ(record.failures[0].message, "[rank 0] one");
  EXPECT_EQ(record.failures[1].message, "[rank 1] two");
  EXPECT_EQ(record.failures[1].file, "a.cpp");
  EXPECT_EQ(record.failures[1].line, 4);
  EXPECT_EQ(record.failures_left_out, 7u);
  EXPECT_EQ(record.ranks[1].failures[0].message, "two");
}

TEST(GangRecord, HasTheOutputOfAllThatPrinted) {
  RankResult first = rank(0, RankStatus::kPassed);
  first.output = printed("without end");
  RankResult silent = rank(1, RankStatus::kPassed);
  RankResult third = rank(2, RankStatus::kPassed);
  third.output = printed("line\n");
  const MethodFinished record = merge_ranks({first, silent, third});
  EXPECT_EQ(record.output.text, "[rank 0]\nwithout end\n[rank 2]\nline\n");
  EXPECT_FALSE(record.output.truncated);
  EXPECT_GE(record.output.total_bytes, 16u);
  EXPECT_EQ(record.ranks[0].output.text, "without end");
}

TEST(GangRecord, IsSilentWhereNobodyPrinted) {
  const MethodFinished record =
      merge_ranks({rank(0, RankStatus::kPassed), rank(1, RankStatus::kPassed)});
  EXPECT_EQ(record.output.text, "");
  EXPECT_EQ(record.output.total_bytes, 0u);
}

TEST(GangRecord, SaysThatARanksOutputWasCut) {
  RankResult first = rank(0, RankStatus::kPassed);
  first.output = {.text = "head and tail", .total_bytes = 5'000'000, .truncated = true};
  RankResult second = rank(1, RankStatus::kPassed);
  second.output = printed("short");
  const MethodFinished record = merge_ranks({first, second});
  EXPECT_TRUE(record.output.truncated);
  EXPECT_EQ(record.output.total_bytes, 5'000'005u);
}

TEST(GangRecord, BoundsTheOutputOfAllTogether) {
  std::vector<RankResult> ranks;
  for (int number = 0; number < 8; ++number) {
    ranks.push_back(rank(number, RankStatus::kPassed));
    ranks.back().output = printed(std::string(60'000, 'x'));
  }
  const MethodFinished record = merge_ranks(ranks);
  EXPECT_TRUE(record.output.truncated);
  EXPECT_LT(record.output.text.size(), 70'000u);
  EXPECT_EQ(record.output.total_bytes, 480'000u);
  EXPECT_TRUE(record.output.text.starts_with("[rank 0]\nxxx"));
  EXPECT_TRUE(record.output.text.ends_with("xxx\n"));
}

TEST(GangRecord, HasTheStacksOfAllWithTheRankInFront) {
  RankResult first = rank(0, RankStatus::kTimedOut);
  first.stacks = "#0 main";
  RankResult second = rank(1, RankStatus::kTimedOut);
  second.stacks = "#0 wait\n#1 main\n";
  EXPECT_EQ(merge_ranks({first, rank(2, RankStatus::kPassed), second}).stacks,
            "[rank 0]\n#0 main\n[rank 1]\n#0 wait\n#1 main\n");
}

TEST(GangRecord, NamesEachLeakOnce) {
  RankResult first = rank(0, RankStatus::kPassed);
  first.leaks = {"alarm", "environment"};
  RankResult second = rank(1, RankStatus::kPassed);
  second.leaks = {"environment", "signal mask"};
  EXPECT_EQ(merge_ranks({first, second}).leaks,
            (std::vector<std::string>{"alarm", "environment", "signal mask"}));
}

}  // namespace
}  // namespace carpool
