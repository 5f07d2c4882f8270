// Who is charged with the end of a gang in a method, where several ranks end at once, and whether
// the method is run again.
#include "gang_fixture.h"

namespace carpool {
namespace {

TEST_F(GangTest, ChargesTheRankThatCrashedWhereALauncherEndsTheOthers) {
  launcher_.scripts.push_back(
      {{0, in_method("One", {kGone})}, {1, in_method("One", {kSaysThatItCrashes, kGone})}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=crashed Two=passed");
  EXPECT_EQ(ranks_of("One"), "aborted crashed");
  EXPECT_EQ(method("One").reason, "rank 1: the worker was killed by SIGSEGV");
  EXPECT_EQ(method("One").ranks[0].reason, "ended with another rank of its launcher");
  EXPECT_EQ(class_finished().status, ClassStatus::kFailed);
  EXPECT_EQ(ends(), "aborted crashed retired retired");
  EXPECT_EQ(worker_ends()[1].moved_methods, 1);
}

TEST_F(GangTest, ACrashIsNotLostOnARankThatWasEndedBeforeItHadBegun) {
  launcher_.scripts.push_back(
      {{0, before("One", {kGone})}, {1, in_method("One", {kSaysThatItCrashes, kGone})}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=crashed Two=passed");
  EXPECT_EQ(ranks_of("One"), "aborted crashed");
  EXPECT_EQ(method("One").ranks[0].reason,
            "ended with another rank of its launcher before it had begun the method");
  EXPECT_EQ(class_finished().status, ClassStatus::kFailed);
  EXPECT_EQ(launcher_.launches, 2u);
}

TEST_F(GangTest, OfTwoThatWentWithoutAWordTheFirstToHangUpIsCharged) {
  size_ = 3;
  launcher_.scripts.push_back({{0, in_method("One", {ChannelClosed{}, kLater, kLater, kGone})},
                               {1, in_method("One", {kGone})},
                               {2, in_method("One", kHangs)}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=exited Two=passed");
  EXPECT_EQ(ranks_of("One"), "exited aborted aborted");
  EXPECT_EQ(method("One").reason, "rank 0: the process ended without a word");
  EXPECT_EQ(method("One").ranks[1].reason, "ended with another rank of its launcher");
}

// Its process is waited for, but not for ever.
TEST_F(GangTest, OneThatHungUpFirstAndLivesOnIsNotCharged) {
  launcher_.scripts.push_back(
      {{0, in_method("One", {ChannelClosed{}, kLater})}, {1, in_method("One", {kGone})}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=exited Two=passed");
  EXPECT_EQ(ranks_of("One"), "aborted exited");
}

// As MPI_Abort() does.
TEST_F(GangTest, AMethodThatEndsAllRanksWithoutAWordIsNotRunAgain) {
  size_ = 3;
  launcher_.scripts.push_back(
      {{0, before("One", {kGone})}, {1, in_method("One", {kGone})}, {2, in_method("One", kHangs)}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=exited Two=passed");
  EXPECT_EQ(ranks_of("One"), "aborted exited aborted");
  EXPECT_EQ(class_finished().status, ClassStatus::kFailed);
  EXPECT_EQ(launcher_.launches, 2u);
}

TEST_F(GangTest, ALaunchersRankThatIsGoneBeforeItHasBegunEndsTheMethodOfThoseThatHave) {
  launcher_.scripts.push_back({{0, before("One", {kGone})}, {1, in_method("One", kHangs)}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=exited Two=passed");
  EXPECT_EQ(ranks_of("One"), "exited aborted");
  EXPECT_EQ(method("One").reason,
            "rank 0: the process ended without a word before it had begun the method");
  EXPECT_EQ(worker_ends()[0].during, "");
}

TEST_F(GangTest, AMethodThatNoneHadBegunIsRunAgain) {
  launcher_.scripts.push_back({{0, before("One", {kGone})}, {1, before("One", {kGone})}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=passed");
  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
  EXPECT_EQ(class_finished().reason, "rank 0: the process ended without a word between methods");
}

TEST_F(GangTest, AMethodInWhichAnotherRankHasCrashedIsNotRunAgain) {
  launcher_.scripts.push_back({{0, before("One", {kSegmentationFault})},
                               {1, in_method("One", {ProcessEnded{Signalled{6}}})}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=crashed Two=passed");
  EXPECT_EQ(ranks_of("One"), "crashed crashed");
  EXPECT_EQ(ends(), "crashed crashed retired retired");
  EXPECT_EQ(worker_ends()[0].during, "");
  EXPECT_EQ(worker_ends()[1].during, "One");
  EXPECT_EQ(worker_ends()[1].moved_methods, 1);
}

TEST_F(GangTest, AMethodThatAnotherRankHasExitedInIsNotRunAgain) {
  launcher_.scripts.push_back(
      {{0, before("One", {kSegmentationFault})}, {1, in_method("One", {ProcessEnded{Exited{3}}})}});
  run({"One"});

  EXPECT_EQ(recorded_.verdicts(), "One=crashed");
  EXPECT_EQ(ranks_of("One"), "crashed exited");
}

TEST_F(GangTest, AMethodThatHasFailedInAnotherRankIsNotRunAgain) {
  launcher_.scripts.push_back(
      {{0, before("One", {kSegmentationFault})}, {1, in_method("One", kFails)}});
  run({"One"});

  EXPECT_EQ(recorded_.verdicts(), "One=crashed");
  EXPECT_EQ(ranks_of("One"), "crashed failed");
  EXPECT_EQ(launcher_.launches, 1u);
}

TEST_F(GangTest, ChargesTheCrashAmongSeveralTroubles) {
  size_ = 3;
  launcher_.scripts.push_back({{0, in_method("One", {kGone})},
                               {1, in_method("One", {ChannelBroken{"half a line"}})},
                               {2, in_method("One", {kSaysThatItCrashes, kGone})}});
  run({"One", "Two"});

  EXPECT_EQ(ranks_of("One"), "aborted protocol_error crashed");
  EXPECT_EQ(method("One").reason, "rank 2: the worker was killed by SIGSEGV");
  EXPECT_EQ(ends(), "aborted protocol_error crashed retired retired retired");
  EXPECT_EQ(worker_ends()[1].moved_methods, 0);
  EXPECT_EQ(worker_ends()[2].moved_methods, 1);
}

TEST_F(GangTest, ACrashThatWasHeardOfBeforeTheNextMethodIsNotForgotten) {
  const Happening passed = says("finished", {"ID", "passed", "1", "0", "2"});
  RankScript crashes = in_method("One", {passed, kSaysThatItCrashes});
  crashes.before["Two"] = {kGone};
  launcher_.scripts.push_back({{0, crashes}, {1, before("Two", {kGone})}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=passed");
  EXPECT_EQ(class_finished().reason, "rank 0: the worker was killed by SIGSEGV between methods");
}

TEST_F(GangTest, WhatFollowsTheEndOfAMethodDoesNotCountAsItsTime) {
  rules_.limits.method = std::chrono::seconds(30);
  RankScript hangs = in_method("One", kHangs);
  hangs.stack_time = std::chrono::seconds(3);
  hangs.stop_time = std::chrono::seconds(1);
  launcher_.scripts.push_back({{0, hangs}, {1, hangs}});
  run({"One", "Two"});

  EXPECT_GT(time_passed(), std::chrono::seconds(30));
  EXPECT_EQ(method("One").duration_ns, 30'000'000'000);
  for (const RankResult& rank : method("One").ranks) EXPECT_EQ(rank.duration_ns, 30'000'000'000);
}

TEST_F(GangTest, HasOneLimitForTheStacksOfAllRanks) {
  RankScript hangs = in_method("One", kHangs);
  hangs.stack_time = std::chrono::seconds(40);
  launcher_.scripts.push_back({{0, hangs}, {1, hangs}, {2, hangs}, {3, hangs}});
  size_ = 4;
  run({"One", "Two"});

  std::vector<std::string> stacks;
  for (const RankResult& rank : method("One").ranks) stacks.push_back(rank.stacks);
  const std::string none = "not taken: those of the ranks before took 60 s\n";
  EXPECT_EQ(stacks,
            (std::vector<std::string>{"stack of rank 0\n", "stack of rank 1\n", none, none}));
}

TEST_F(GangTest, ATimeOutIsChargedToTheRankThatOthersWaitFor) {
  launcher_.scripts.push_back({{0, in_method("One", {kBarrier})}, {1, in_method("One", kHangs)}});
  run({"One", "Two"});

  EXPECT_EQ(ranks_of("One"), "timed_out timed_out");
  EXPECT_EQ(method("One").reason.find("rank 1: did not end within"), 0u) << method("One").reason;
  EXPECT_EQ(ends(), "aborted timed_out retired retired");
}

}  // namespace
}  // namespace carpool
