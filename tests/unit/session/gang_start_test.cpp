// Gangs on their way to the take-over.
#include "gang_fixture.h"

namespace carpool {
namespace {

using std::chrono::seconds;

const Happening kHello = says("hello", {"1", "0", "googletest", "1.12.1", "4711"});
const Happening kReady = says("ready", {"ok", ""});
const Happening kEnvironmentSkips = says("ready", {"skipped", "no GPU"});
const char kTaken[] = "MASTER_PORT 10042 was taken by another process (17 nginx)";

TEST_F(GangTest, StartsAnewWhereARankDiesBeforeItIsReady) {
  launcher_.scripts.push_back({{1, at_start({kHello, ProcessEnded{Exited{3}}})}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=passed");
  EXPECT_EQ(launcher_.launches, 2u);
  EXPECT_EQ(ends(), "aborted startup_failed retired retired");
  EXPECT_EQ(recorded_.all<WorkerStarted>()[2].reason, "after_startup_failed");
  EXPECT_EQ(class_finished().status, ClassStatus::kPassed);
}

TEST_F(GangTest, TriesThreeTimesToStart) {
  launcher_.always = {{1, at_start({kHello, ProcessEnded{Exited{3}}})}};
  run({"One", "Two"});

  EXPECT_EQ(launcher_.launches, 3u);
  EXPECT_EQ(recorded_.verdicts(), "One=not_run Two=not_run");
  EXPECT_EQ(class_finished().status, ClassStatus::kStartupFailed);
  EXPECT_EQ(
      class_finished().reason.find("rank 1: the worker exited with code 3 before it was ready"),
      0u);
  EXPECT_EQ(time_passed().count(), 0);
}

TEST_F(GangTest, WaitsForAllToBeReadyNoLongerThanTheLimit) {
  rules_.limits.start_up = seconds(2);
  launcher_.always[1].silent_at_start_up = true;
  run({"One"});

  EXPECT_EQ(launcher_.launches, 3u);
  EXPECT_EQ(time_passed(), seconds(6));
  EXPECT_EQ(class_finished().reason,
            "rank 1: the worker was not ready within 2 s (STARTUP_TIMEOUT)");
}

TEST_F(GangTest, AsksForTheLaunchersRanksWhereOneHasNotCalled) {
  rules_.limits.start_up = seconds(2);
  launcher_.launcher = "mpiexec";
  launcher_.always[1].silent_at_start_up = true;
  run({"One"});
  EXPECT_EQ(class_finished().reason,
            "rank 1: the worker was not ready within 2 s (STARTUP_TIMEOUT); does the LAUNCHER, "
            "mpiexec, start 2 ranks (WORLD_SIZE), each with a number of its own?");

  recorded_.records.clear();
  launcher_.always = {{1, at_start({kHello, ProcessEnded{Exited{3}}})}};
  run({"One"});
  EXPECT_EQ(class_finished().reason.find("LAUNCHER"), std::string::npos);
}

TEST_F(GangTest, ARankThatCannotTakeItsPlaceSaysWhyAndIsNotStartedAgain) {
  launcher_.launcher = "mpiexec";
  launcher_.always = {{1, at_start({says("cannot_serve", {"3 ranks were started"})})}};
  run({"One", "Two"});

  EXPECT_EQ(launcher_.launches, 1u);
  EXPECT_EQ(recorded_.verdicts(), "One=not_run Two=not_run");
  EXPECT_EQ(class_finished().status, ClassStatus::kStartupFailed);
  EXPECT_EQ(class_finished().reason, "rank 1: 3 ranks were started");
}

TEST_F(GangTest, ARankThatHasSaidHelloCannotRefuseAnyMore) {
  launcher_.always = {{1, at_start({kHello, says("cannot_serve", {"too late"})})}};
  run({"One"});
  EXPECT_EQ(class_finished().reason, "rank 1: the worker said 'cannot_serve' before it was ready");
}

TEST_F(GangTest, RanksThatMeetForEverDoNotOutlastTheStart) {
  rules_.limits.start_up = seconds(3);
  launcher_.always = {{0, meets_for_ever_in("start-up")}, {1, meets_for_ever_in("start-up")}};
  run({"One"});

  EXPECT_EQ(recorded_.verdicts(), "One=not_run");
  EXPECT_EQ(launcher_.launches, 3u);
  EXPECT_EQ(time_passed(), seconds(9));
}

TEST_F(GangTest, SaysWhyItsStartMayHaveFailed) {
  launcher_.port_troubles = {{1, kTaken}};
  launcher_.refusal = std::nullopt;
  launcher_.scripts.push_back(
      {{0, at_start({says("hello", {"2", "9.9", "googletest", "1.12.1", "1"})})}});
  run({"One"});

  EXPECT_EQ(launcher_.launches, 1u);
  EXPECT_NE(class_finished().reason.find("rebuild the executable"), std::string::npos);
  EXPECT_NE(class_finished().reason.find(kTaken), std::string::npos);
}

TEST_F(GangTest, DoesNotTryAgainWhereTheExecutableIsMissing) {
  launcher_.refusal = Error{"rank 0: cannot start /b/t: No such file or directory"};
  run({"One"});

  EXPECT_EQ(launcher_.launches, 1u);
  EXPECT_EQ(recorded_.verdicts(), "One=not_run");
  EXPECT_EQ(class_finished().reason, launcher_.refusal->message);
}

TEST_F(GangTest, AFailedEnvironmentOfOneRankFailsTheClass) {
  launcher_.always = {
      {0, at_start({kHello, kBarrier, says("ready", {"skipped", "no licence"})})},
      {1, at_start({kHello, says("failure", {"-", "fatal", "f.cpp", "2", "no network"}),
                    says("ready", {"failed", ""})})}};
  run({"One"});

  EXPECT_TRUE(was_said("0: refused rank 1 came to the end of its start-up without joining in"));
  EXPECT_EQ(recorded_.verdicts(), "One=not_run");
  EXPECT_EQ(class_finished().status, ClassStatus::kSetupFailed);
  EXPECT_EQ(class_finished().reason, "rank 1: global environment set-up failed: no network");
  EXPECT_EQ(ends(), "retired retired");
  EXPECT_EQ(launcher_.launches, 1u);
}

TEST_F(GangTest, SkipsAllWhereTheEnvironmentOfOneRankSaysSo) {
  launcher_.always = {{1, at_start({kHello, says("ready", {"skipped", "no GPU"})})}};
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=skipped Two=skipped");
  EXPECT_EQ(class_finished().status, ClassStatus::kSkipped);
  EXPECT_EQ(method("One").reason, "rank 1: no GPU");
}

// A rank whose environment is in no order goes on to its end unasked, while others still start.
TEST_F(GangTest, TheEndOfARankWhoseEnvironmentSaysSoIsNoNews) {
  launcher_.always = {
      {0, at_start({kHello, kEnvironmentSkips, says("bye"), ProcessEnded{Exited{0}}})}};
  run({"One"});
  EXPECT_EQ(recorded_.verdicts(), "One=skipped");
  EXPECT_EQ(class_finished().status, ClassStatus::kSkipped);
  EXPECT_EQ(ends(), "retired retired");

  recorded_.records.clear();
  launcher_.always = {
      {0, at_start({kHello, says("failure", {"-", "fatal", "f.cpp", "2", "no network"}),
                    says("ready", {"failed", ""}), says("bye"), ProcessEnded{Exited{1}}})}};
  run({"One"});
  EXPECT_EQ(class_finished().status, ClassStatus::kSetupFailed);
  EXPECT_EQ(class_finished().reason, "rank 0: global environment set-up failed: no network");
  EXPECT_EQ(launcher_.launches, 2u);
}

TEST_F(GangTest, EndsPeersThatStayInTheirStartOnceAnEnvironmentHasSaidSo) {
  RankScript silent;
  silent.silent_at_start_up = true;
  launcher_.always = {{0, silent}, {1, at_start({kHello, kEnvironmentSkips})}};
  run({"One"});
  EXPECT_EQ(recorded_.verdicts(), "One=skipped");
  EXPECT_EQ(method("One").reason, "rank 1: no GPU");
  EXPECT_EQ(time_passed(), seconds(5));
  EXPECT_EQ(ends(), "aborted aborted");

  recorded_.records.clear();
  launcher_.always = {{0, at_start({kHello, says("ready", {"failed", ""})})}, {1, silent}};
  run({"One"});
  EXPECT_EQ(class_finished().status, ClassStatus::kSetupFailed);
  EXPECT_EQ(class_finished().reason, "rank 0: global environment set-up failed");
  EXPECT_EQ(launcher_.launches, 2u);
}

TEST_F(GangTest, AFailedEnvironmentHasTheWordWhateverBecomesOfThePeers) {
  const Happening failure = says("failure", {"-", "fatal", "f.cpp", "2", "nobody there"});
  for (const Happening& end : {kSegmentationFault, says("leak")}) {
    recorded_.records.clear();
    launcher_.always = {{0, at_start({kHello, says("ready", {"failed", ""})})},
                        {1, at_start({kHello, failure})},
                        {2, at_start({kHello, end})}};
    size_ = 3;
    run({"One"});
    EXPECT_EQ(class_finished().status, ClassStatus::kSetupFailed);
    EXPECT_EQ(class_finished().reason, "rank 0: global environment set-up failed");
  }
  EXPECT_EQ(launcher_.launches, 2u);
}

TEST_F(GangTest, ACrashBesideAnEnvironmentThatSkipsIsRedUnlessARefusalExplainsIt) {
  launcher_.always = {{0, at_start({kHello, kBarrier, kSegmentationFault})},
                      {1, at_start({kHello, kEnvironmentSkips})}};
  run({"One"});
  EXPECT_EQ(recorded_.verdicts(), "One=skipped");

  recorded_.records.clear();
  launcher_.always = {{0, at_start({kHello, kEnvironmentSkips})},
                      {1, at_start({kHello, kSegmentationFault})}};
  run({"One"});
  EXPECT_EQ(recorded_.verdicts(), "One=not_run");
  EXPECT_EQ(class_finished().status, ClassStatus::kStartupFailed);
  EXPECT_EQ(class_finished().reason.find("rank 1: the worker was killed by SIGSEGV"), 0u);
}

TEST_F(GangTest, TellsOfARankThatEndsOnceItWasReady) {
  launcher_.always = {{0, at_start({kHello, kReady, ProcessEnded{Exited{0}}})}};
  run({"One"});

  EXPECT_EQ(class_finished().status, ClassStatus::kStartupFailed);
  EXPECT_EQ(class_finished().reason,
            "rank 0: the worker exited with code 0 after it was ready, and others were not");
}

TEST_F(GangTest, DoesNotWaitForARankThatClosesItsChannelAtTheStart) {
  launcher_.scripts.push_back({{1, at_start({kHello, ChannelClosed{}})}});
  run({"One"});

  EXPECT_EQ(recorded_.verdicts(), "One=passed");
  EXPECT_EQ(time_passed(), seconds(5));
  EXPECT_EQ(ends(), "aborted protocol_error retired retired");
}

TEST_F(GangTest, ChargesALateStartToTheRankThatOthersWaitFor) {
  RankScript silent;
  silent.silent_at_start_up = true;
  launcher_.always = {{0, at_start({kHello, kBarrier, kReady})}, {1, silent}};
  run({"One"});

  EXPECT_EQ(class_finished().reason.find("rank 1: the worker was not ready"), 0u);
}

TEST_F(GangTest, MayBeInterruptedAtTheStart) {
  launcher_.always = {{1, at_start({kHello, InterruptRequested{}})}};
  run({"One"});

  EXPECT_EQ(recorded_.verdicts(), "One=not_run");
  EXPECT_EQ(class_finished().status, ClassStatus::kInterrupted);
  EXPECT_EQ(ends(), "interrupted interrupted");
}

}  // namespace
}  // namespace carpool
