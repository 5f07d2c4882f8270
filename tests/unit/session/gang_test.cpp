// Gangs that live on: methods that all ranks end.
#include "gang_fixture.h"

namespace carpool {
namespace {

using Log = std::vector<std::string>;

TEST_F(GangTest, RanksEnterEachMethodTogether) {
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=passed");
  EXPECT_EQ(class_finished().status, ClassStatus::kPassed);
  EXPECT_EQ(launcher_.log,
            (Log{"launch", "0: run Class 1", "1: run Class 1", "0: run Class 1 One",
                 "1: run Class 1 One", "0: ended 1", "1: ended 1", "0: run Class 2 Two",
                 "1: run Class 2 Two", "0: ended 2", "1: ended 2", "0: retire", "1: retire"}));
  EXPECT_EQ(ends(), "retired retired");
}

TEST_F(GangTest, EachRankIsAWorkerOfItsOwn) {
  size_ = 3;
  run({"One", "Two"});

  const auto started = recorded_.all<WorkerStarted>();
  ASSERT_EQ(started.size(), 3u);
  for (int rank = 0; rank < 3; ++rank) {
    EXPECT_EQ(started[static_cast<std::size_t>(rank)].worker, rank + 1);
    EXPECT_EQ(started[static_cast<std::size_t>(rank)].rank, rank);
    EXPECT_EQ(started[static_cast<std::size_t>(rank)].reason, "first");
  }
  EXPECT_EQ(recorded_.all<WorkerReady>().size(), 3u);
  EXPECT_EQ(recorded_.all<SuiteSetUp>().size(), 3u);
  EXPECT_EQ(recorded_.all<SuiteTornDown>().size(), 3u);
}

TEST_F(GangTest, AMethodsRecordTellsOfEachRank) {
  run({"One", "Two"});

  const MethodFinished two = method("Two");
  EXPECT_EQ(two.worker, 1);
  EXPECT_EQ(two.position, 1);
  EXPECT_EQ(two.duration_ns, 3);
  ASSERT_EQ(two.ranks.size(), 2u);
  EXPECT_EQ(two.ranks[1].rank, 1);
  EXPECT_EQ(two.ranks[1].worker, 2);
  EXPECT_EQ(two.ranks[1].duration_ns, 3);
  EXPECT_EQ(two.ranks[1].output.text, "printed by rank 1\n");
  EXPECT_EQ(two.output.text, "[rank 0]\nprinted by rank 0\n[rank 1]\nprinted by rank 1\n");
}

TEST_F(GangTest, LivesOnAfterAFailureThatAllRanksReachTheEndOf) {
  launcher_.always = {{1, in_method("One", kFails)}};
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=failed Two=passed");
  EXPECT_EQ(ranks_of("One"), "passed failed");
  EXPECT_EQ(method("One").failures.at(0).message, "[rank 1] wrong");
  EXPECT_EQ(method("One").failures.at(0).line, 3);
  EXPECT_EQ(launcher_.launches, 1u);
  EXPECT_EQ(time_passed().count(), 0);
  EXPECT_EQ(class_finished().status, ClassStatus::kFailed);
}

TEST_F(GangTest, OneRankThatSkipsSkipsTheMethod) {
  launcher_.always = {{1, in_method("One", kSkips)}};
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=skipped Two=passed");
  EXPECT_EQ(ranks_of("One"), "passed skipped");
  EXPECT_EQ(method("One").reason, "rank 1: no GPU");
  EXPECT_TRUE(method("One").failures.empty());
}

TEST_F(GangTest, AFailureBeatsASkip) {
  launcher_.always = {{0, in_method("One", kFails)}, {1, in_method("One", kSkips)}};
  run({"One"});

  EXPECT_EQ(recorded_.verdicts(), "One=failed");
  EXPECT_EQ(ranks_of("One"), "failed skipped");
  EXPECT_EQ(method("One").reason, "");
}

TEST_F(GangTest, DoesNotRunAMethodThatARankDoesNotKnow) {
  launcher_.always = {{0, in_method("One", {says("unknown", {"ID"})})},
                      {1, in_method("One", {says("unknown", {"ID"})})}};
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=not_run Two=passed");
  EXPECT_EQ(method("One").worker, 0);
  EXPECT_NE(method("One").reason.find("has no such test any more"), std::string::npos);
  EXPECT_EQ(method("Two").position, 0);
  EXPECT_EQ(launcher_.launches, 1u);
}

TEST_F(GangTest, RefusesThoseThatWaitForARankThatDoesNotKnowTheMethod) {
  launcher_.always = {{0, in_method("One", {says("meet", {"barrier", "0", ""}),
                                            says("finished", {"ID", "passed", "1", "0", "2"})})},
                      {1, in_method("One", {says("unknown", {"ID"})})}};
  run({"One", "Two"});

  EXPECT_TRUE(was_said("0: refused rank 1 does not know the method without joining in"));
  EXPECT_EQ(recorded_.verdicts(), "One=not_run Two=passed");
  EXPECT_EQ(ranks_of("One"), "passed not_run");
}

TEST_F(GangTest, BringsRanksTogether) {
  const auto gathers = [](const std::string& bytes) {
    return in_method("One", {says("meet", {"all_gather", "0", bytes}),
                             says("finished", {"ID", "passed", "1", "0", "2"})});
  };
  launcher_.always = {{0, gathers("a")}, {1, gathers("b")}};
  run({"One"});

  EXPECT_EQ(recorded_.verdicts(), "One=passed");
  for (const char* const line :
       {"0: part a", "0: part b", "0: met", "1: part a", "1: part b", "1: met"}) {
    EXPECT_TRUE(was_said(line)) << line;
  }
}

TEST_F(GangTest, ForgetsFailuresThatARankThatPassedHasTakenBack) {
  launcher_.always = {
      {1, in_method("One", {says("failure", {"ID", "nonfatal", "f.cpp", "3", "meant"}),
                            says("finished", {"ID", "passed", "9", "0", "2"})})}};
  run({"One"});

  EXPECT_EQ(recorded_.verdicts(), "One=passed");
  EXPECT_TRUE(method("One").failures.empty());
  EXPECT_TRUE(method("One").ranks.at(1).failures.empty());
}

TEST_F(GangTest, TakesAFailureOfAnEndedMethodForNobodys) {
  launcher_.always = {{1, in_method("One", {says("finished", {"ID", "passed", "1", "0", "2"}),
                                            says("failure", {"ID", "fatal", "f", "1", "late"})})}};
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=passed");
  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
  EXPECT_EQ(class_finished().reason, "rank 1: suite tear-down failed: late");
}

TEST_F(GangTest, TriesAFailedMethodAgainInAGangOfItsOwn) {
  launcher_.scripts.push_back({{1, in_method("One", kFails)}});
  run({"One", "Two"}, 1);

  EXPECT_EQ(recorded_.verdicts(), "Two=passed One=flaky");
  EXPECT_EQ(class_finished().status, ClassStatus::kFlaky);
  EXPECT_EQ(launcher_.launches, 2u);
  EXPECT_EQ(recorded_.all<WorkerStarted>().at(2).reason, "retry");
  EXPECT_EQ(methods().back().attempt, 2);
  EXPECT_EQ(methods().back().ranks.at(1).worker, 4);
}

TEST_F(GangTest, TriesAgainAfterALoss) {
  launcher_.scripts.push_back({{1, in_method("One", {kSegmentationFault})}});
  run({"One"}, 1);

  EXPECT_EQ(recorded_.verdicts(), "One=flaky");
  EXPECT_EQ(launcher_.launches, 2u);
}

TEST_F(GangTest, GivesIsolatedMethodsAGangEach) {
  run({"AloneA", "One", "AloneB", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=passed AloneA=passed AloneB=passed");
  EXPECT_EQ(launcher_.launches, 3u);
  EXPECT_TRUE(was_said("0: run Class 3"));
  EXPECT_TRUE(was_said("1: run Class 3 AloneA"));
}

TEST_F(GangTest, RecyclesAGangAfterItsShareOfMethods) {
  rules_.recycle_after = 2;
  run({"A", "B", "C", "D", "E"});

  EXPECT_EQ(recorded_.verdicts(), "A=passed B=passed C=passed D=passed E=passed");
  EXPECT_EQ(launcher_.launches, 3u);
  EXPECT_EQ(ends(), "recycled recycled recycled recycled retired retired");
}

// Two classes, one session, gangs that may go from one to the other.
class GangsOfTwoClasses : public GangTest {
 protected:
  void run_both() {
    rules_.keep_worker_between_classes = true;
    ClassRun first(plan("First", {"One"}), 1, recorded_, clock_);
    ClassRun second(plan("Second", {"Two"}), 1, recorded_, clock_);
    GangOfRanks gang = make_gang();
    Session session(rules_, gang, clock_);
    session.close(session.serve_all({&first, &second}), false);
    check_that_all_are_accounted_for();
  }

  ClassStatus status_of(std::size_t of) const {
    return recorded_.all<ClassFinished>().at(of).status;
  }
};

TEST_F(GangsOfTwoClasses, AreServedByOneGang) {
  run_both();

  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=passed");
  EXPECT_EQ(launcher_.log,
            (Log{"launch", "0: run First 1", "1: run First 1", "0: run First 1 One",
                 "1: run First 1 One", "0: ended 1", "1: ended 1", "0: tear_down", "1: tear_down",
                 "0: run Second 2", "1: run Second 2", "0: run Second 2 Two", "1: run Second 2 Two",
                 "0: ended 2", "1: ended 2", "0: retire", "1: retire"}));
  EXPECT_EQ(method("Two").position, 1);
}

TEST_F(GangsOfTwoClasses, GetANewGangAfterACrashInTearDown) {
  launcher_.scripts.push_back({{1, in_retirement({kSegmentationFault})}});
  run_both();

  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=passed");
  EXPECT_EQ(launcher_.launches, 2u);
  EXPECT_EQ(ends(), "aborted teardown_failed retired retired");
  EXPECT_EQ(status_of(0), ClassStatus::kTeardownFailed);
  EXPECT_EQ(status_of(1), ClassStatus::kPassed);
  EXPECT_EQ(time_passed().count(), 0);
}

TEST_F(GangsOfTwoClasses, DoNotWaitForTheTearDownOfAClassThatNoRankKnows) {
  RankScript script;
  script.suite_set_up = [] { return std::vector<Happening>{says("unknown", {"1"})}; };
  script.methods["One"] = {says("unknown", {"ID"})};
  script.methods["Two"] = {says("unknown", {"ID"})};
  launcher_.always = {{0, script}, {1, script}};
  run_both();

  EXPECT_EQ(recorded_.verdicts(), "One=not_run Two=not_run");
  EXPECT_EQ(status_of(0), ClassStatus::kFailed);
  EXPECT_EQ(time_passed().count(), 0);
  EXPECT_EQ(ends(), "retired retired");
}

TEST_F(GangsOfTwoClasses, DoNotWaitInTearDownForARankThatDoesNotKnowTheClass) {
  RankScript stranger;
  stranger.suite_set_up = [] { return std::vector<Happening>{says("unknown", {"1"})}; };
  RankScript waits;
  waits.retirement = [] {
    return std::vector<Happening>{kBarrier, says("suite_torn_down", {"First", "ok", "7"}),
                                  says("bye"), ProcessEnded{Exited{0}}};
  };
  launcher_.always = {{0, waits}, {1, stranger}};
  run_both();

  EXPECT_TRUE(was_said("0: refused rank 1 does not know the class without joining in"));
  EXPECT_EQ(time_passed().count(), 0);
}

}  // namespace
}  // namespace carpool
