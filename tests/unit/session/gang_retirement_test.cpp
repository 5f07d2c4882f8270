// Gangs on their way out: suite tear-down, and the end of their processes.
#include "gang_fixture.h"

namespace carpool {
namespace {

using std::chrono::seconds;

const Happening kTornDown = says("suite_torn_down", {"Class", "ok", "1"});
const Happening kBye = says("bye");
const Happening kEnds = ProcessEnded{Exited{0}};

TEST_F(GangTest, BoundsTheTearDownOfOthersOnceOneRankCrashed) {
  launcher_.always = {{1, in_retirement({kSegmentationFault})}};
  launcher_.always[0].retirement = [] { return kHangs; };
  run({"One"});

  EXPECT_EQ(time_passed(), seconds(5));
  EXPECT_EQ(recorded_.verdicts(), "One=passed");
  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
  EXPECT_EQ(class_finished().reason, "rank 1: the worker was killed by SIGSEGV in suite tear-down");
  EXPECT_EQ(ends(), "aborted teardown_failed");
}

TEST_F(GangTest, RefusesThoseThatWaitInTearDownForARankThatCrashed) {
  launcher_.always = {{0, in_retirement({kBarrier, kTornDown, kBye, kEnds})},
                      {1, in_retirement({kSegmentationFault})}};
  run({"One"});

  EXPECT_TRUE(was_said("0: refused rank 1 came to its end without joining in"));
  EXPECT_EQ(time_passed().count(), 0);
  EXPECT_EQ(ends(), "retired teardown_failed");
}

TEST_F(GangTest, RanksMeetInTearDown) {
  launcher_.always = {{0, in_retirement({kBarrier, kTornDown, kBye, kEnds})},
                      {1, in_retirement({kBarrier, kTornDown, kBye, kEnds})}};
  run({"One"});

  EXPECT_TRUE(was_said("0: met"));
  EXPECT_TRUE(was_said("1: met"));
  EXPECT_EQ(class_finished().status, ClassStatus::kPassed);
  EXPECT_EQ(ends(), "retired retired");
}

TEST_F(GangTest, BoundsTearDown) {
  rules_.limits.method = seconds(30);
  launcher_.always[0].retirement = [] { return kHangs; };
  launcher_.always[1].retirement = [] { return kHangs; };
  run({"One"});

  EXPECT_EQ(time_passed(), seconds(30));
  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
  EXPECT_EQ(ends(), "timed_out timed_out");
}

TEST_F(GangTest, BoundsTearDownByItsOwnLimitWhereMethodsHaveNone) {
  rules_.limits.method = std::chrono::hours(24 * 365);
  rules_.limits.tear_down = seconds(30);
  launcher_.always[0].retirement = [] { return kHangs; };
  launcher_.always[1].retirement = [] { return kHangs; };
  run({"One"});

  EXPECT_EQ(time_passed(), seconds(30));
  EXPECT_EQ(ends(), "timed_out timed_out");
}

TEST_F(GangTest, RanksThatMeetForEverDoNotOutlastTearDown) {
  rules_.limits.method = seconds(30);
  launcher_.always = {{0, meets_for_ever_in("retirement")}, {1, meets_for_ever_in("retirement")}};
  run({"One"});

  EXPECT_EQ(time_passed(), seconds(30));
  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
}

TEST_F(GangTest, RefusesNonsenseInTearDown) {
  for (const Happening& news : {says("started", {"1"}), says("meet", {"barrier"}), kBye}) {
    recorded_.records.clear();
    launcher_.scripts.push_back({{1, in_retirement({news})}});
    run({"One"});
    EXPECT_EQ(recorded_.verdicts(), "One=passed");
    EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
    EXPECT_EQ(ends(), "retired protocol_error");
  }
}

TEST_F(GangTest, TakesANonzeroExitOfOneRankForAFailedTearDown) {
  launcher_.always = {{1, in_retirement({kTornDown, kBye, ProcessEnded{Exited{23}}})}};
  run({"One"});

  EXPECT_EQ(recorded_.verdicts(), "One=passed");
  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
  EXPECT_EQ(ends(), "retired teardown_failed");
}

TEST_F(GangTest, TakesTheBadEndOfALauncherForAFailedTearDown) {
  launcher_.trouble_of_launcher = "the launcher exited with code 1";
  run({"One"});

  EXPECT_EQ(recorded_.verdicts(), "One=passed");
  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
  EXPECT_EQ(class_finished().reason, "the launcher exited with code 1");
}

TEST_F(GangTest, ALauncherMayPassOnThatTheClassIsRed) {
  launcher_.trouble_of_launcher = "the launcher exited with code 1";
  launcher_.always = {{0, in_method("One", kFails)}};
  run({"One"});

  EXPECT_EQ(class_finished().status, ClassStatus::kFailed);
  EXPECT_EQ(class_finished().reason, "");
}

TEST_F(GangTest, MayBeInterruptedInTearDown) {
  launcher_.always = {{1, in_retirement({InterruptRequested{}})}};
  launcher_.always[0].retirement = [] { return kHangs; };
  run({"One"});

  EXPECT_EQ(recorded_.verdicts(), "One=passed");
  EXPECT_EQ(class_finished().status, ClassStatus::kInterrupted);
  EXPECT_EQ(ends(), "interrupted interrupted");
  EXPECT_EQ(time_passed().count(), 0);
}

// A rank that has said goodbye may wait for its peers, as in MPI_Finalize().
TEST_F(GangTest, TheClockOfTheExitRunsOnlyOnceAllHaveSaidGoodbye) {
  rules_.limits.method = seconds(300);
  rules_.limits.exit = seconds(60);
  launcher_.always = {{0, in_retirement({kTornDown, kBye})},
                      {1, in_retirement({takes(seconds(200)), kTornDown, kBye, kEnds})}};
  run({"One"});
  EXPECT_EQ(time_passed(), seconds(260));
  EXPECT_EQ(class_finished().reason,
            "rank 0: the worker did not get on within 60 s after the tests' run");
  EXPECT_EQ(ends(), "timed_out retired");
}

TEST_F(GangTest, ChargesALateTearDownToTheRankThatOthersWaitFor) {
  launcher_.always = {{0, in_retirement({kBarrier})}, {1, in_retirement(kHangs)}};
  run({"One"});

  EXPECT_EQ(class_finished().reason.find("rank 1: the worker did not get on"), 0u)
      << class_finished().reason;
}

TEST_F(GangTest, DoesNotWaitForARankThatClosesItsChannelInTearDown) {
  launcher_.always = {{1, in_retirement({ChannelClosed{}})}};
  run({"One"});

  EXPECT_EQ(time_passed(), seconds(5));
  EXPECT_EQ(ends(), "retired protocol_error");
  EXPECT_EQ(class_finished().reason,
            "rank 1: the worker closed its channel to the runner and lived on in suite tear-down");
}

TEST_F(GangTest, ChargesTheTearDownToTheRankThatCrashedWhereALauncherEndsTheOthers) {
  launcher_.always = {{0, in_retirement({kGone})}, {1, in_retirement({kSaysThatItCrashes, kGone})}};
  run({"One"});

  EXPECT_EQ(class_finished().reason, "rank 1: the worker was killed by SIGSEGV in suite tear-down");
}

TEST_F(GangTest, RanksThatAreLateInTearDownShareOneGrace) {
  RankScript late = in_retirement(kHangs);
  late.stop_time = seconds(30);
  size_ = 4;
  rules_.limits.method = seconds(10);
  for (std::size_t rank = 0; rank < size_; ++rank) launcher_.always[rank] = late;
  run({"One"});

  EXPECT_EQ(time_passed(), seconds(11));
}

}  // namespace
}  // namespace carpool
