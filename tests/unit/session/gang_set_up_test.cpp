// Gangs in suite set-up, and those whose MASTER_PORT is taken.
#include "gang_fixture.h"

namespace carpool {
namespace {

using std::chrono::seconds;

const std::vector<Happening> kSetUpFails{
    says("failure", {"-", "fatal", "f.cpp", "12", "no database"}),
    says("suite_set_up", {"Class", "failed", "5"})};
const char kTaken[] = "MASTER_PORT 10042 was taken by another process (17 nginx)";

TEST_F(GangTest, RunsNothingOfAClassWhoseSetUpFailsInOneRank) {
  launcher_.always = {{1, in_set_up(kSetUpFails)}};
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=not_run Two=not_run");
  EXPECT_EQ(class_finished().status, ClassStatus::kSetupFailed);
  EXPECT_EQ(class_finished().reason, "rank 1: suite set-up failed: no database");
  EXPECT_EQ(method("Two").reason, "rank 1: suite set-up failed: no database");
  EXPECT_EQ(recorded_.all<SuiteSetUp>().at(1).failures.at(0).line, 12);
  EXPECT_FALSE(was_said("0: run Class 1 One"));
  EXPECT_EQ(launcher_.launches, 1u);
  EXPECT_EQ(ends(), "retired retired");
}

TEST_F(GangTest, NamesTheFirstRankWhoseSetUpFailed) {
  launcher_.always = {{0, in_set_up(kSetUpFails)}, {1, in_set_up(kSetUpFails)}};
  run({"One"});

  EXPECT_EQ(class_finished().reason, "rank 0: suite set-up failed: no database");
  EXPECT_EQ(method("One").reason, class_finished().reason);
}

TEST_F(GangTest, EndsPeersThatStayInASetUpThatHasFailedInOneRank) {
  launcher_.always = {{0, in_set_up({kBarrier})}, {1, in_set_up(kSetUpFails)}};
  run({"One"});

  EXPECT_TRUE(was_said("0: refused rank 1 came to the end of suite set-up without joining in"));
  EXPECT_EQ(time_passed(), seconds(5));
  EXPECT_EQ(recorded_.verdicts(), "One=not_run");
  EXPECT_EQ(class_finished().status, ClassStatus::kSetupFailed);
  EXPECT_EQ(class_finished().reason, "rank 1: suite set-up failed: no database");
  EXPECT_EQ(ends(), "aborted aborted");
  EXPECT_EQ(launcher_.launches, 1u);
}

TEST_F(GangTest, TakesACrashInSuiteSetUpForItsFailure) {
  launcher_.always = {{0, in_set_up({kBarrier})}, {1, in_set_up({kSegmentationFault})}};
  run({"One", "Two"});

  EXPECT_EQ(time_passed().count(), 0);
  EXPECT_EQ(recorded_.verdicts(), "One=not_run Two=not_run");
  EXPECT_EQ(class_finished().status, ClassStatus::kSetupFailed);
  EXPECT_EQ(class_finished().reason, "rank 1: the worker was killed by SIGSEGV in suite set-up");
  EXPECT_EQ(ends(), "aborted crashed");
  EXPECT_EQ(launcher_.launches, 1u);
}

TEST_F(GangTest, BoundsSuiteSetUp) {
  rules_.limits.method = seconds(30);
  launcher_.always = {{1, in_set_up({kBarrier})}};
  launcher_.always[0].suite_set_up = [] { return kHangs; };
  run({"One"});

  EXPECT_EQ(time_passed(), seconds(30));
  EXPECT_EQ(class_finished().status, ClassStatus::kSetupFailed);
  EXPECT_EQ(class_finished().reason, "rank 0: suite set-up did not end within 30 s");
  EXPECT_EQ(ends(), "timed_out aborted");
}

TEST_F(GangTest, ChargesALateSetUpToTheRankThatOthersWaitFor) {
  launcher_.always = {{0, in_set_up({kBarrier})}, {1, in_set_up(kHangs)}};
  run({"One"});

  EXPECT_EQ(class_finished().reason.find("rank 1: suite set-up did not end"), 0u);
  EXPECT_EQ(ends(), "aborted timed_out");
}

TEST_F(GangTest, DoesNotWaitForARankThatClosesItsChannelInSuiteSetUp) {
  launcher_.always = {{0, in_set_up({kBarrier})}, {1, in_set_up({ChannelClosed{}})}};
  run({"One"});

  EXPECT_EQ(time_passed(), seconds(5));
  EXPECT_EQ(class_finished().reason,
            "rank 1: the worker closed its channel to the runner and lived on in suite set-up");
  EXPECT_EQ(ends(), "aborted protocol_error");
}

TEST_F(GangTest, ChargesTheSetUpToTheRankThatCrashedWhereALauncherEndsTheOthers) {
  launcher_.always = {{0, in_set_up({kGone})}, {1, in_set_up({kSaysThatItCrashes, kGone})}};
  run({"One"});

  EXPECT_EQ(class_finished().reason, "rank 1: the worker was killed by SIGSEGV in suite set-up");
  EXPECT_EQ(ends(), "aborted crashed");
}

TEST_F(GangTest, RanksThatMeetForEverDoNotOutlastSuiteSetUp) {
  rules_.limits.method = seconds(30);
  launcher_.always = {{0, meets_for_ever_in("set-up")}, {1, meets_for_ever_in("set-up")}};
  run({"One"});

  EXPECT_EQ(time_passed(), seconds(30));
  EXPECT_EQ(class_finished().status, ClassStatus::kSetupFailed);
}

TEST_F(GangTest, RefusesNonsenseInSuiteSetUp) {
  const std::vector<Happening> nonsense{ChannelBroken{"a line that is no message: xx"},
                                        says("suite_set_up", {"Other", "ok", "5"}),
                                        says("suite_set_up", {"Class", "ok"}),
                                        says("failure", {"-"}),
                                        says("started", {"1"}),
                                        says("meet", {"barrier", "7", ""})};
  for (const Happening& news : nonsense) {
    recorded_.records.clear();
    launcher_.scripts.push_back({{1, in_set_up({news})}});
    run({"One"});
    EXPECT_EQ(recorded_.verdicts(), "One=not_run");
    EXPECT_EQ(class_finished().status, ClassStatus::kSetupFailed);
    EXPECT_EQ(ends(), "aborted protocol_error");
  }
}

TEST_F(GangTest, MayBeInterruptedInSuiteSetUp) {
  launcher_.always = {{1, in_set_up({InterruptRequested{}})}};
  run({"One"});

  EXPECT_EQ(recorded_.verdicts(), "One=not_run");
  EXPECT_EQ(class_finished().status, ClassStatus::kInterrupted);
  EXPECT_EQ(ends(), "interrupted interrupted");
}

TEST_F(GangTest, StartsAnewWhereAnotherProcessTookTheMasterPort) {
  for (const auto& set_up : {kSetUpFails, std::vector<Happening>{ProcessEnded{Exited{1}}}}) {
    recorded_.records.clear();
    recorded_.live.clear();
    launcher_.port_troubles = {{launcher_.launches + 1, kTaken}};
    launcher_.scripts.push_back({{0, in_set_up(set_up)}});
    run({"One", "Two"});

    EXPECT_EQ(recorded_.verdicts(), "One=passed Two=passed");
    EXPECT_EQ(class_finished().status, ClassStatus::kPassed);
    EXPECT_EQ(ends(), "startup_failed aborted retired retired");
    EXPECT_NE(recorded_.live.find(kTaken), std::string::npos);
    EXPECT_EQ(worker_ends()[0].reason.find(kTaken), 0u) << worker_ends()[0].reason;
  }
}

TEST_F(GangTest, ATakenPortExcusesNeitherASignalNorNonsenseNorAHang) {
  const std::vector<std::vector<Happening>> faults{{kSegmentationFault},
                                                   {kSaysThatItCrashes, ProcessEnded{Exited{1}}},
                                                   {ChannelBroken{"a line that is no message: xx"}},
                                                   kHangs};
  for (const auto& fault : faults) {
    recorded_.records.clear();
    launcher_.port_troubles = {{launcher_.launches + 1, kTaken}};
    launcher_.scripts.push_back({{0, in_set_up(fault)}});
    run({"One"});

    EXPECT_EQ(class_finished().status, ClassStatus::kSetupFailed);
    EXPECT_NE(class_finished().reason.find(kTaken), std::string::npos);
  }
  EXPECT_EQ(launcher_.launches, faults.size());
}

TEST_F(GangTest, StartsAnewWhereAnEnvironmentFailsForWantOfThePort) {
  launcher_.port_troubles = {{1, kTaken}};
  RankScript fails;
  fails.start_up = {says("hello", {"1", "0", "googletest", "1.12.1", "4711"}),
                    says("ready", {"failed", ""})};
  launcher_.scripts.push_back({{0, fails}});
  run({"One"});

  EXPECT_EQ(recorded_.verdicts(), "One=passed");
  EXPECT_NE(worker_ends()[0].reason.find(kTaken), std::string::npos);
}

TEST_F(GangTest, GivesUpWhereTheMasterPortIsAlwaysTaken) {
  for (std::size_t launch = 1; launch <= 20; ++launch) launcher_.port_troubles[launch] = kTaken;
  launcher_.always = {{0, in_set_up(kSetUpFails)}};
  run({"One"});

  EXPECT_EQ(launcher_.launches, 10u);
  EXPECT_EQ(recorded_.verdicts(), "One=not_run");
  EXPECT_EQ(class_finished().status, ClassStatus::kStartupFailed);
  EXPECT_NE(class_finished().reason.find(kTaken), std::string::npos);
  EXPECT_NE(class_finished().reason.find("no database"), std::string::npos);
}

TEST_F(GangTest, SaysThatTheMasterPortWasTakenWhereAMethodFails) {
  launcher_.port_troubles = {{1, kTaken}};
  launcher_.scripts.push_back({{1, in_method("One", kFails)}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=failed Two=passed");
  EXPECT_EQ(method("One").reason, kTaken);
  EXPECT_EQ(launcher_.launches, 2u);
  EXPECT_EQ(ends(), "startup_failed aborted retired retired");
}

}  // namespace
}  // namespace carpool
