#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "report/excerpt.h"
#include "report_fixture.h"

namespace carpool {
namespace {

using testing::kMillisecond_ns;
using testing::ScriptedRunner;

class GangReport : public testing::ReportFixture {
 protected:
  // Two gangs of two ranks: the first is lost in "a", the second runs "b".
  void write_run() {
    ScriptedRunner runner(run_, "a");
    runner.plan("C", {"a", "b"});
    start_gang(runner, 1, "first");
    MethodFinished lost = runner.finished(1, 0, "a", MethodStatus::kCrashed);
    lost.ranks = {{.rank = 0, .worker = 1, .status = RankStatus::kAborted, .reason = "rank 1: why"},
                  {.rank = 1, .worker = 2, .status = RankStatus::kCrashed, .signal = 11}};
    runner.put(lost);
    runner.lose(1, "aborted", "a", 0).lose(2, "crashed", "a", 1);
    start_gang(runner, 3, "after_loss");
    MethodFinished passed = runner.finished(3, 0, "b", MethodStatus::kPassed);
    passed.ranks = {{.rank = 0, .worker = 3, .status = RankStatus::kPassed},
                    {.rank = 1, .worker = 4, .status = RankStatus::kPassed}};
    runner.put(passed);
    runner.retire(3).retire(4).finish_class(ClassStatus::kFailed, 40).finish(1);
  }

  static void start_gang(ScriptedRunner& runner, int first_worker, const std::string& reason) {
    for (int rank = 0; rank < 2; ++rank) {
      runner.put(WorkerStarted{.target = "core",
                               .class_name = "C",
                               .worker = first_worker + rank,
                               .process_id = 1000 + first_worker + rank,
                               .rank = rank,
                               .reason = reason});
    }
    for (int rank = 0; rank < 2; ++rank) {
      runner.put(WorkerReady{.worker = first_worker + rank,
                             .spawn_ns = 2 * kMillisecond_ns,
                             .init_ns = 3 * kMillisecond_ns});
      runner.set_up(first_worker + rank);
    }
  }
};

TEST_F(GangReport, CountsAGangThatWasLostOnce) {
  write_run();
  const ClassReport of_class = only_class();
  EXPECT_EQ(of_class.workers_started, 4);
  EXPECT_EQ(of_class.restarts, 1);
  ASSERT_TRUE(of_class.blast_radius);
  EXPECT_EQ(of_class.blast_radius->losses.at("crashed"), 1);
  EXPECT_EQ(of_class.blast_radius->losses.size(), 1u);
  EXPECT_EQ(of_class.blast_radius->moved_methods, 1);
  EXPECT_EQ(of_class.blast_radius->extra_ns, 9 * kMillisecond_ns);
}

TEST_F(GangReport, TellsOfEachRank) {
  write_run();
  std::string text;
  encode_report(built(), [&](std::string_view bytes) { text += bytes; });
  const auto report = nlohmann::json::parse(text);
  const auto& of_class = report.at("classes").at(0);
  for (int worker = 0; worker < 4; ++worker) {
    EXPECT_EQ(of_class.at("workers").at(worker).at("rank"), worker % 2);
  }
  const auto& ranks = of_class.at("methods").at(0).at("ranks");
  ASSERT_EQ(ranks.size(), 2u);
  EXPECT_EQ(ranks[0].at("status"), "aborted");
  EXPECT_EQ(ranks[0].at("reason"), "rank 1: why");
  EXPECT_EQ(ranks[1].at("rank"), 1);
  EXPECT_EQ(ranks[1].at("worker"), 2);
  EXPECT_EQ(ranks[1].at("signal"), 11);
  EXPECT_EQ(of_class.at("methods").at(1).at("ranks").at(1).at("status"), "passed");
}

TEST_F(GangReport, HoldsNoMoreOfARanksTextsThanOfAMethods) {
  {
    ScriptedRunner runner(run_, "a");
    runner.plan("C", {"a", "b"});
    start_gang(runner, 1, "first");
    const CapturedOutput printed{.text = std::string(200'000, 'x'), .total_bytes = 200'000};
    MethodFinished passed = runner.finished(1, 0, "a", MethodStatus::kPassed);
    MethodFinished failed = runner.finished(1, 1, "b", MethodStatus::kFailed);
    for (int rank = 0; rank < 2; ++rank) {
      passed.ranks.push_back({.rank = rank, .worker = 1 + rank, .status = RankStatus::kPassed});
      failed.ranks.push_back({.rank = rank,
                              .worker = 1 + rank,
                              .status = RankStatus::kFailed,
                              .failures = {{.message = std::string(200'000, 'm')}},
                              .reason = std::string(200'000, 'r'),
                              .stacks = std::string(200'000, 's')});
      passed.ranks.back().output = failed.ranks.back().output = printed;
    }
    runner.put(passed).put(failed).retire(1).retire(2);
    runner.finish_class(ClassStatus::kFailed, 40).finish(1);
  }
  const ClassReport of_class = only_class();
  for (const RankResult& rank : of_class.methods.at(0).last.evidence().ranks) {
    EXPECT_TRUE(rank.output.truncated);
    EXPECT_EQ(rank.output.total_bytes, 200'000u);
    EXPECT_LT(rank.output.text.size(), TextAllowance::kGreenOutput + 100);
  }
  ASSERT_EQ(of_class.methods.at(1).last.evidence().ranks.size(), 2u);
  for (const RankResult& rank : of_class.methods.at(1).last.evidence().ranks) {
    EXPECT_LT(rank.output.text.size(), TextAllowance::kRedOutput + 100);
    EXPECT_GT(rank.output.text.size(), TextAllowance::kGreenOutput + 100);
    EXPECT_LT(rank.failures.at(0).message.size(), TextAllowance::kFailureMessage + 100);
    EXPECT_LT(rank.reason.size(), TextAllowance::kReason + 100);
    EXPECT_LT(rank.stacks.size(), TextAllowance::kFailureMessage + 100);
  }
}

TEST(TextAllowance, EndsAtSomePointForTheRanksOfAllGangs) {
  TextAllowance allowance;
  std::size_t sum = 0;
  for (int number = 0; number < 4'000; ++number) {
    RankResult rank{.rank = number % 8, .status = RankStatus::kFailed};
    rank.output.text = rank.reason = rank.stacks = std::string(64u << 10, 'x');
    rank.failures = {{.message = rank.stacks}};
    allowance.admit_rank(rank);
    sum += rank.output.text.size() + rank.reason.size() + rank.stacks.size() +
           rank.failures[0].message.size();
  }
  EXPECT_LT(sum, 32u << 20);
}

}  // namespace
}  // namespace carpool
