#include "report/timeline.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/scripted_run.h"
#include "support/temporary_directory.h"

namespace carpool::testing {
namespace {

class TimelineTest : public ::testing::Test {
 protected:
  Timeline built() const {
    auto timeline = build_timeline(run_);
    EXPECT_TRUE(timeline) << timeline.error().message;
    if (!timeline) return {};
    for (const TimelineLane& lane : timeline->lanes) expect_in_order(lane);
    return std::move(*timeline);
  }

  static void expect_in_order(const TimelineLane& lane) {
    std::int64_t before = 0;
    for (const TimelineSpan& span : lane.spans) {
      EXPECT_GE(span.begin_ns, before);
      EXPECT_GE(span.end_ns, span.begin_ns);
      before = span.end_ns;
    }
  }

  TemporaryDirectory directory_;
  std::filesystem::path run_ = directory_.path() / "runs" / "20261202T004512Z-4711";
};

// "spawn 0-2, init 2-5": in whole milliseconds, idle left out.
std::string words_of(const TimelineLane& lane) {
  std::string words;
  for (const TimelineSpan& span : lane.spans) {
    if (span.kind == SpanKind::kIdle) continue;
    if (!words.empty()) words += ", ";
    words += span.kind == SpanKind::kMethod ? span.method : std::string(to_word(span.kind));
    words += " " + std::to_string(span.begin_ns / kMillisecond_ns) + "-" +
             std::to_string(span.end_ns / kMillisecond_ns);
  }
  return words;
}

std::vector<TimelineSpan> methods_of(const TimelineLane& lane) {
  std::vector<TimelineSpan> methods;
  std::ranges::copy_if(lane.spans, std::back_inserter(methods),
                       [](const TimelineSpan& span) { return span.kind == SpanKind::kMethod; });
  return methods;
}

WorkerStarted started(int worker, std::optional<int> rank = std::nullopt) {
  return {.target = "core",
          .class_name = "C",
          .worker = worker,
          .process_id = 1000 + worker,
          .rank = rank,
          .reason = "first"};
}

MethodFinished finished(const std::string& method, std::int64_t duration_ms) {
  return {.target = "core",
          .class_name = "C",
          .method = method,
          .worker = 1,
          .status = MethodStatus::kPassed,
          .final_status = MethodStatus::kPassed,
          .duration_ns = duration_ms * kMillisecond_ns};
}

// Journal entries at times of the test's own choosing.
class Follower {
 public:
  Follower() {
    builder_.begin_journal();
    at(0, RunStarted{.run_id = "r", .started_at = "2026-12-02T00:45:12Z", .version = "0.1.0"});
  }

  Follower& at(std::int64_t ms, const Record& record) {
    builder_.take({.t_ns = ms * kMillisecond_ns, .record = record});
    return *this;
  }

  Timeline timeline() {
    builder_.end_journal("");
    return builder_.finish();
  }

 private:
  TimelineBuilder builder_;
};

TEST_F(TimelineTest, ShowsTheWholeLifeOfAWorker) {
  Timeline timeline = Follower()
                          .at(1, started(1))
                          .at(5, WorkerReady{.worker = 1,
                                             .spawn_ns = 3 * kMillisecond_ns,
                                             .init_ns = 2 * kMillisecond_ns})
                          .at(9, SuiteSetUp{.target = "core",
                                            .class_name = "C",
                                            .worker = 1,
                                            .duration_ns = 4 * kMillisecond_ns})
                          .at(20, finished("a", 5))
                          .at(26, SuiteTornDown{.target = "core",
                                                .class_name = "C",
                                                .worker = 1,
                                                .duration_ns = 5 * kMillisecond_ns})
                          .at(30, WorkerEnded{.target = "core",
                                              .class_name = "C",
                                              .worker = 1,
                                              .how = "retired",
                                              .exit_ns = 10 * kMillisecond_ns})
                          .timeline();
  ASSERT_EQ(timeline.lanes.size(), 1u);
  EXPECT_EQ(words_of(timeline.lanes[0]),
            "spawn 0-3, init 3-5, suite set-up 5-9, a 15-20, suite tear-down 21-26, exit 26-30");
  EXPECT_EQ(timeline.lanes[0].how, "retired");
  EXPECT_EQ(timeline.lanes[0].target, "core");
  EXPECT_EQ(timeline.run_id, "r");
}

TEST_F(TimelineTest, ShowsWaitingAsIdle) {
  const Timeline timeline =
      Follower().at(1, started(1)).at(20, finished("a", 5)).at(40, finished("b", 5)).timeline();
  const auto& spans = timeline.lanes.at(0).spans;
  const auto idle = std::ranges::find_if(spans, [](const TimelineSpan& span) {
    return span.kind == SpanKind::kIdle && span.begin_ns == 20 * kMillisecond_ns;
  });
  ASSERT_NE(idle, spans.end());
  EXPECT_EQ(idle->end_ns, 35 * kMillisecond_ns);
}

// The runner hears of a batch's last methods at once; they ran one after the other all the same.
TEST_F(TimelineTest, PutsMethodsThatWereHeardOfTogetherBehindEachOther) {
  const Timeline timeline = Follower()
                                .at(20, finished("a", 3))
                                .at(20, finished("b", 4))
                                .at(20, finished("c", 5))
                                .timeline();
  EXPECT_EQ(words_of(timeline.lanes.at(0)), "a 8-11, b 11-15, c 15-20");
}

TEST_F(TimelineTest, HoldsImpossibleDurationsInTheRun) {
  auto endless = finished("a", 0);
  endless.duration_ns = INT64_MAX;
  const Timeline timeline =
      Follower().at(2, endless).at(3, endless).at(4, finished("c", 1)).timeline();
  for (const TimelineSpan& span : timeline.lanes.at(0).spans) {
    EXPECT_GE(span.begin_ns, 0);
    EXPECT_GE(span.end_ns, span.begin_ns);
  }
  EXPECT_EQ(methods_of(timeline.lanes[0]).size(), 3u);
}

TEST_F(TimelineTest, GivesEachRankALaneOfItsOwn) {
  MethodFinished of_gang = finished("a", 5);
  of_gang.ranks = {
      {.rank = 0, .worker = 1, .status = RankStatus::kPassed, .duration_ns = 5 * kMillisecond_ns},
      {.rank = 1, .worker = 2, .status = RankStatus::kFailed, .duration_ns = 4 * kMillisecond_ns},
      {.rank = 2, .worker = 3, .status = RankStatus::kNotRun}};
  const Timeline timeline = Follower()
                                .at(1, started(1, 0))
                                .at(1, started(2, 1))
                                .at(1, started(3, 2))
                                .at(20, of_gang)
                                .timeline();
  ASSERT_EQ(timeline.lanes.size(), 3u);
  EXPECT_EQ(timeline.lanes[1].rank, 1);
  ASSERT_EQ(methods_of(timeline.lanes[1]).size(), 1u);
  EXPECT_EQ(methods_of(timeline.lanes[1])[0].status, "failed");
  EXPECT_TRUE(methods_of(timeline.lanes[2]).empty()) << "it never began";
}

TEST_F(TimelineTest, ShowsAStartUpThatCameToNothing) {
  const Timeline timeline =
      Follower()
          .at(3, started(1))
          .at(9,
              WorkerEnded{
                  .target = "core", .class_name = "C", .worker = 1, .how = "startup_failed"})
          .at(10, started(2))
          .at(12, ClassFinished{.target = "core", .class_name = "C"})
          .timeline();
  ASSERT_EQ(timeline.lanes.size(), 2u);
  EXPECT_EQ(words_of(timeline.lanes[0]), "spawn 3-9");
  EXPECT_EQ(timeline.lanes[0].spans[0].status, "startup_failed");
  EXPECT_EQ(words_of(timeline.lanes[1]), "spawn 10-12");
  EXPECT_EQ(timeline.lanes[1].spans[0].status, "unfinished");
}

TEST_F(TimelineTest, LeavesOutWhatNeverRan) {
  auto not_run = finished("a", 0);
  not_run.worker = 0;
  not_run.status = MethodStatus::kNotRun;
  EXPECT_TRUE(Follower().at(1, not_run).timeline().lanes.empty());
}

TEST_F(TimelineTest, ShowsEveryAttempt) {
  auto first = finished("a", 1);
  first.status = MethodStatus::kFailed;
  first.final_status = std::nullopt;
  auto second = finished("a", 1);
  second.attempt = 2;
  second.worker = 2;
  const Timeline timeline = Follower().at(5, first).at(9, second).timeline();
  ASSERT_EQ(timeline.lanes.size(), 2u);
  EXPECT_EQ(methods_of(timeline.lanes[0])[0].status, "failed");
  EXPECT_EQ(methods_of(timeline.lanes[1])[0].attempt, 2);
}

TEST_F(TimelineTest, PutsRunnersOfOneRunOnOneScale) {
  ScriptedRunner(run_, "late", 100).plan("B", {"x"}).worker(1).method(1, 0, "x").retire(1).finish();
  ScriptedRunner(run_, "first").plan("A", {"y"}).worker(1).method(1, 0, "y").retire(1).finish();
  const Timeline timeline = built();
  ASSERT_EQ(timeline.lanes.size(), 2u);
  EXPECT_EQ(timeline.started_at, rfc3339(kRunBegan_ns));
  const auto& first = timeline.lanes[0];  // journal-first.ndjson
  const auto& late = timeline.lanes[1];
  EXPECT_EQ(first.worker, 1);
  EXPECT_EQ(late.worker, 2) << "numbered as in the report";
  EXPECT_LT(methods_of(first).at(0).end_ns, 100 * kMillisecond_ns);
  EXPECT_GE(methods_of(late).at(0).begin_ns, 100 * kMillisecond_ns);
}

TEST_F(TimelineTest, ShowsWhatAKilledRunnerHadWritten) {
  ScriptedRunner(run_, "killed").plan("A", {"y", "z"}).worker(1).method(1, 0, "y");
  const Timeline timeline = built();
  ASSERT_EQ(timeline.lanes.size(), 1u);
  EXPECT_EQ(methods_of(timeline.lanes[0]).size(), 1u);
  EXPECT_EQ(timeline.lanes[0].how, "");
}

TEST_F(TimelineTest, RefusesARunWithoutJournals) {
  std::filesystem::create_directories(run_);
  const auto timeline = build_timeline(run_);
  ASSERT_FALSE(timeline);
  EXPECT_NE(timeline.error().message.find("no journal"), std::string::npos);
}

}  // namespace
}  // namespace carpool::testing
