#include "session_fixture.h"

namespace carpool {
namespace {

const Happening kSegmentationFault = ProcessEnded{Signalled{11}};
const std::vector<Happening> kFails{says("failure", {"ID", "nonfatal", "f.cpp", "3", "wrong"}),
                                    says("finished", {"ID", "failed", "9", "0", "2"})};

TEST_F(SessionTest, ReportsAPassAfterAFailureAsFlaky) {
  launcher_.scripts.push_back({.methods = {{"One", kFails}}});
  run({"One", "Two"}, 1);

  EXPECT_EQ(recorded_.verdicts(), "Two=passed One=flaky");
  ASSERT_EQ(methods().size(), 3u);
  EXPECT_FALSE(methods()[0].final_status.has_value());
  EXPECT_EQ(methods()[2].attempt, 2);
  EXPECT_EQ(launcher_.launches(), 2u);
  EXPECT_EQ(class_finished().status, ClassStatus::kFlaky);
}

TEST_F(SessionTest, StopsTryingAfterAllRetries) {
  launcher_.always.methods = {{"One", kFails}};
  run({"One"}, 2);

  EXPECT_EQ(recorded_.verdicts(), "One=failed");
  EXPECT_EQ(methods().size(), 3u);
  EXPECT_EQ(launcher_.launches(), 3u);
}

TEST_F(SessionTest, DoesNotTakeASkipForAPassOnRetry) {
  launcher_.scripts.push_back({.methods = {{"One", kFails}}});
  launcher_.always.methods = {{"One", {says("finished", {"ID", "skipped", "9", "0", "2"})}}};
  run({"One"}, 1);

  EXPECT_EQ(recorded_.verdicts(), "One=failed");
}

TEST_F(SessionTest, GivesIsolatedMethodsAProcessEach) {
  run({"AloneA", "One", "AloneB", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=passed AloneA=passed AloneB=passed");
  EXPECT_EQ(launcher_.launches(), 3u);
  EXPECT_EQ(launcher_.log[1], "run Class 1 One Two");
  EXPECT_EQ(launcher_.log[4], "run Class 3 AloneA");
}

TEST_F(SessionTest, RecyclesAWorkerAfterItsShareOfMethods) {
  rules_.recycle_after = 2;
  run({"A", "B", "C", "D", "E"});

  EXPECT_EQ(recorded_.verdicts(), "A=passed B=passed C=passed D=passed E=passed");
  EXPECT_EQ(launcher_.launches(), 3u);
  EXPECT_EQ(recorded_.all<WorkerEnded>().at(0).how, "recycled");
}

TEST_F(SessionTest, KillsAWorkerThatSpeaksNonsense) {
  launcher_.scripts.push_back(
      {.methods = {{"One", {ChannelBroken{"a line that is no message: xx"}}}}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=protocol_error Two=passed");
  EXPECT_EQ(launcher_.log[2], "stop");
}

TEST_F(SessionTest, RefusesEventsOutOfTurn) {
  const std::vector<std::vector<Happening>> nonsense{
      {says("finished", {"99", "passed", "1", "0", "2"})},
      {says("started", {"ID"})},
      {says("finished", {"ID", "splendid", "1", "0", "2"})},
      {says("finished", {"ID", "passed"})},
      {says("finished", {"ID", "passed", "-1", "0", "2"})},
      {says("failure", {"ID"})},
      {says("bye")},
      {says("hello", {"1"})},
      {says("suite_set_up", {"Class", "ok", "1"})},
      {says("unknown", {"ID"})},
      {says("leak", {})}};
  for (const auto& news : nonsense) {
    recorded_.records.clear();
    launcher_.scripts.push_back({.methods = {{"One", news}}});
    run({"One", "Two"});
    EXPECT_EQ(recorded_.verdicts(), "One=protocol_error Two=passed")
        << std::get<MessageArrived>(news.front()).message.word;
  }
}

TEST_F(SessionTest, KillsAWorkerThatFloodsItsChannelWithGoodLines) {
  const std::vector<Happening> flood(5'000, says("leak", {"ID", "something"}));
  launcher_.scripts.push_back({.methods = {{"One", flood}}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=protocol_error Two=passed");
  EXPECT_LE(methods()[0].leaks.size(), 2'000u);
}

TEST_F(SessionTest, DoesNotTakeTheReasonOfAnEnvironmentsSkipForAFailure) {
  launcher_.always.start_up = {says("hello", {"1", "0", "googletest", "1.12.1", "4711"}),
                               says("failure", {"-", "skip", "f.cpp", "3", "no GPU"}),
                               says("ready", {"skipped", "no GPU"})};
  run({"One"});

  EXPECT_EQ(class_finished().status, ClassStatus::kSkipped);
  EXPECT_EQ(class_finished().reason, "");
}

TEST_F(SessionTest, WaitsForTheEndOfAProcessWhoseChannelClosed) {
  launcher_.scripts.push_back({.methods = {{"One", {ChannelClosed{}, kSegmentationFault}}}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=crashed Two=passed");
}

TEST_F(SessionTest, CallsAClosedChannelOfALiveProcessAProtocolError) {
  launcher_.scripts.push_back({.methods = {{"One", {ChannelClosed{}}}}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=protocol_error Two=passed");
}

TEST_F(SessionTest, ChargesNoMethodWithACrashBetweenMethods) {
  launcher_.scripts.push_back(
      {.methods = {
           {"One", {says("finished", {"ID", "passed", "9", "0", "2"}), kSegmentationFault}}}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=passed");
  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
  EXPECT_EQ(class_finished().reason, "the worker was killed by SIGSEGV between methods");
}

TEST_F(SessionTest, LeavesMethodsNotRunAfterAnInterruption) {
  launcher_.always.methods = {{"Two", {InterruptRequested{}}}};
  run({"One", "Two", "Three"});

  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=interrupted Three=not_run");
  EXPECT_EQ(class_finished().status, ClassStatus::kInterrupted);
  EXPECT_EQ(launcher_.launches(), 1u);
}

TEST_F(SessionTest, KeepsResultsButTurnsTheClassRedAfterACrashAtTheEnd) {
  launcher_.always.retirement = [] {
    return std::vector<Happening>{says("suite_torn_down", {"Class", "ok", "1"}), says("bye"),
                                  kSegmentationFault};
  };
  run({"One"});

  EXPECT_EQ(recorded_.verdicts(), "One=passed");
  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
  EXPECT_EQ(class_finished().reason,
            "the worker was killed by SIGSEGV after all its tests had ended");
}

TEST_F(SessionTest, TakesANonzeroExitAfterAllPassedForAFailedTearDown) {
  launcher_.always.retirement = [] {
    return std::vector<Happening>{says("suite_torn_down", {"Class", "ok", "1"}), says("bye"),
                                  ProcessEnded{Exited{23}}};
  };
  run({"One"});

  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
}

TEST_F(SessionTest, DoesNotLetARetryExcuseABadExit) {
  WorkerScript failing{.methods = {{"One", kFails}}};
  failing.retirement = [] {
    return std::vector<Happening>{says("suite_torn_down", {"Class", "ok", "1"}), says("bye"),
                                  ProcessEnded{Exited{23}}};
  };
  launcher_.scripts.push_back(failing);
  run({"One"}, 1);

  EXPECT_EQ(recorded_.verdicts(), "One=flaky");
  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
}

TEST_F(SessionTest, TakesABadExitOfARedClassForNoNews) {
  launcher_.always.methods = {{"One", kFails}};
  launcher_.always.retirement = [] {
    return std::vector<Happening>{says("suite_torn_down", {"Class", "ok", "1"}), says("bye"),
                                  ProcessEnded{Exited{1}}};
  };
  run({"One"});

  EXPECT_EQ(class_finished().status, ClassStatus::kFailed);
}

TEST_F(SessionTest, TellsAnExitThatAFailureDoesNotExplain) {
  launcher_.always.methods = {{"One", kFails}};
  launcher_.always.retirement = [] {
    return std::vector<Happening>{says("suite_torn_down", {"Class", "ok", "1"}), says("bye"),
                                  ProcessEnded{Exited{23}}};
  };
  run({"One"});

  EXPECT_EQ(recorded_.verdicts(), "One=failed");
  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
  EXPECT_EQ(class_finished().reason,
            "the worker exited with code 23 after all its tests had ended");
}

TEST_F(SessionTest, GivesUpOnIsolatedMethodsWhoseWorkersDieBeforeThem) {
  launcher_.always.suite_set_up = [] {
    return std::vector<Happening>{says("suite_set_up", {"Class", "ok", "5"}), kSegmentationFault};
  };
  run({"AloneA", "AloneB"});

  EXPECT_EQ(recorded_.verdicts(), "AloneA=not_run AloneB=not_run");
  EXPECT_EQ(launcher_.launches(), 10u);
  EXPECT_EQ(class_finished().status, ClassStatus::kStartupFailed);
}

TEST_F(SessionTest, TurnsTheClassRedForAFailureBetweenMethods) {
  launcher_.always.retirement = [] {
    return std::vector<Happening>{says("failure", {"-", "nonfatal", "f.cpp", "3", "a late thread"}),
                                  says("suite_torn_down", {"Class", "ok", "1"}), says("bye"),
                                  ProcessEnded{Exited{0}}};
  };
  run({"One"});

  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
  EXPECT_TRUE(recorded_.all<SuiteTornDown>().at(0).failed);
}

TEST_F(SessionTest, TakesAnExitBeforeTheEndOfTheRunForAFailedTearDown) {
  launcher_.always.retirement = [] { return std::vector<Happening>{ProcessEnded{Exited{0}}}; };
  run({"One"});

  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
  EXPECT_EQ(class_finished().reason, "the worker exited with code 0 in suite tear-down");
}

TEST_F(SessionTest, StopsAWorkerThatHangsInTearDown) {
  launcher_.always.retirement = [] { return std::vector<Happening>{}; };
  rules_.limits.method = std::chrono::seconds(2);
  run({"One"});

  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
  EXPECT_EQ(class_finished().reason, "the worker did not get on within 2 s in suite tear-down");
  EXPECT_EQ(launcher_.log.back(), "stop");
}

TEST_F(SessionTest, TakesAWorkerOnToTheNextClass) {
  rules_.keep_worker_between_classes = true;
  ClassRun first({.target = "t", .name = "A", .methods = {{.name = "One"}}}, 1, recorded_, clock_);
  ClassRun second({.target = "t", .name = "B", .methods = {{.name = "Two"}}}, 1, recorded_, clock_);
  GangOfOne gang = make_gang();
  Session session(rules_, gang, clock_);
  session.serve(first);
  session.close(first, true);
  session.serve(second);
  session.close(second, false);

  EXPECT_EQ(launcher_.log, (std::vector<std::string>{"launch", "run A 1 One", "tear_down",
                                                     "run B 2 Two", "retire"}));
  EXPECT_EQ(recorded_.all<SuiteTornDown>().size(), 2u);
  EXPECT_EQ(recorded_.all<ClassFinished>().size(), 2u);
}

TEST_F(SessionTest, SharesAClassBetweenSessionsWithoutLosingAMethod) {
  ClassPlan plan{.target = "t", .name = "A"};
  for (int i = 0; i < 50; ++i) plan.methods.push_back({.name = "M" + std::to_string(i)});
  ClassRun class_run(std::move(plan), 2, recorded_, clock_);
  GangOfOne first_gang = make_gang();
  GangOfOne second_gang = make_gang();
  Session first(rules_, first_gang, clock_);
  Session second(rules_, second_gang, clock_);
  first.serve(class_run);
  first.close(class_run, false);
  EXPECT_TRUE(recorded_.all<ClassFinished>().empty());
  second.serve(class_run);
  second.close(class_run, false);

  EXPECT_EQ(methods().size(), 50u);
  EXPECT_EQ(recorded_.all<ClassFinished>().size(), 1u);
}

}  // namespace
}  // namespace carpool
