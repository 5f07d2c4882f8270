// Gangs that do not survive a method.
#include "gang_fixture.h"

namespace carpool {
namespace {

using std::chrono::seconds;

const Happening kPassed = says("finished", {"ID", "passed", "1", "0", "2"});

TEST_F(GangTest, EndsPeersThatStayInAMethodInWhichOneRankHasFailed) {
  launcher_.scripts.push_back({{0, in_method("One", {kBarrier})}, {1, in_method("One", kFails)}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=failed Two=passed");
  EXPECT_EQ(ranks_of("One"), "aborted failed");
  EXPECT_EQ(time_passed(), seconds(5));
  EXPECT_TRUE(was_said("0: refused rank 1 ended the method (failed) without joining in"));
  const MethodFinished one = method("One");
  EXPECT_EQ(one.ranks[0].reason,
            "rank 1 had failed, and this rank did not come to the end of the method within 5 s "
            "(PEER_GRACE)");
  EXPECT_EQ(one.ranks[0].output.text, "last words of rank 0\n");
  EXPECT_EQ(one.ranks[1].output.text, "printed by rank 1\n");
  EXPECT_EQ(one.stacks, "[rank 1]\nstack of rank 1\n[rank 0]\nstack of rank 0\n");

  EXPECT_EQ(launcher_.launches, 2u);
  EXPECT_EQ(recorded_.all<WorkerStarted>().at(2).reason, "after_loss");
  EXPECT_EQ(ends(), "aborted aborted retired retired");
  const auto ended = worker_ends();
  EXPECT_EQ(ended[0].during, "One");
  EXPECT_EQ(ended[0].moved_methods, 1);
  EXPECT_EQ(ended[1].moved_methods, 0);
}

TEST_F(GangTest, PeersGraceIsTheOneThatIsSet) {
  rules_.limits.peer_grace = std::chrono::milliseconds(1500);
  launcher_.always = {{0, in_method("One", kFails)}, {1, in_method("One", kHangs)}};
  run({"One"});

  EXPECT_EQ(time_passed(), std::chrono::milliseconds(1500));
  EXPECT_NE(method("One").ranks.at(1).reason.find("1500 ms (PEER_GRACE)"), std::string::npos);
}

TEST_F(GangTest, NoticesACrashWithoutAnyDeadline) {
  launcher_.scripts.push_back(
      {{0, in_method("One", {kBarrier})},
       {1, in_method("One", {says("crash", {"11", "f+0x1"}), kSegmentationFault})}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=crashed Two=passed");
  EXPECT_EQ(ranks_of("One"), "aborted crashed");
  EXPECT_EQ(time_passed(), kTimeForSymbols);
  EXPECT_EQ(method("One").ranks[1].duration_ns, 0);  // when it was noticed, not when it was told
  const MethodFinished one = method("One");
  EXPECT_EQ(one.signal, 11);
  EXPECT_EQ(one.reason, "rank 1: the worker was killed by SIGSEGV");
  EXPECT_EQ(one.ranks[0].reason,
            "rank 1: the worker was killed by SIGSEGV; it waited in barrier()");
  EXPECT_EQ(one.stacks, "[rank 1]\nf+0x1\n[rank 0]\nstack of rank 0\n");
  EXPECT_EQ(one.output.text, "[rank 0]\nlast words of rank 0\n[rank 1]\nlast words of rank 1\n");
  EXPECT_TRUE(was_said("0: ask to stop"));

  EXPECT_EQ(launcher_.launches, 2u);
  EXPECT_EQ(ends(), "aborted crashed retired retired");
  const auto ended = worker_ends();
  EXPECT_EQ(ended[1].signal, 11);
  EXPECT_EQ(ended[1].during, "One");
  EXPECT_EQ(ended[1].moved_methods, 1);
  EXPECT_EQ(ended[0].moved_methods, 0);
}

TEST_F(GangTest, HearsWhatOthersSaidBeforeOneCrashed) {
  launcher_.scripts.push_back({{0, in_method("One", {kSegmentationFault})}});
  run({"One", "Two"});

  EXPECT_EQ(ranks_of("One"), "crashed passed");
  EXPECT_EQ(method("One").ranks[1].output.text, "printed by rank 1\n");
  EXPECT_EQ(recorded_.verdicts(), "One=crashed Two=passed");
}

TEST_F(GangTest, TellsOfTwoCrashesAtOnce) {
  size_ = 3;
  launcher_.scripts.push_back({{0, in_method("One", {kSegmentationFault})},
                               {1, in_method("One", kHangs)},
                               {2, in_method("One", {ProcessEnded{Signalled{6}}})}});
  run({"One", "Two"});

  EXPECT_EQ(ranks_of("One"), "crashed aborted crashed");
  EXPECT_EQ(method("One").ranks[0].signal, 11);
  EXPECT_EQ(method("One").ranks[2].signal, 6);
  EXPECT_EQ(time_passed().count(), 0);
  EXPECT_FALSE(was_said("2: stacks"));
  EXPECT_EQ(ends(), "crashed aborted crashed retired retired retired");
  EXPECT_EQ(worker_ends()[2].signal, 6);
}

TEST_F(GangTest, CallsAnEndWithoutASignalExited) {
  launcher_.scripts.push_back(
      {{0, in_method("One", {ProcessEnded{Exited{3}}})}, {1, in_method("One", kHangs)}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=exited Two=passed");
  EXPECT_EQ(ranks_of("One"), "exited aborted");
  EXPECT_EQ(method("One").exit_code, 3);
  EXPECT_EQ(ends(), "exited aborted retired retired");
}

TEST_F(GangTest, TakesTheStacksOfAllRanksOverTheLimit) {
  rules_.limits.method = seconds(30);
  launcher_.scripts.push_back({{0, in_method("One", {kBarrier})}, {1, in_method("One", kHangs)}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=timed_out Two=passed");
  EXPECT_EQ(ranks_of("One"), "timed_out timed_out");
  EXPECT_EQ(time_passed(), seconds(30));
  const MethodFinished one = method("One");
  EXPECT_EQ(one.duration_ns, 30'000'000'000);
  EXPECT_EQ(one.ranks[0].reason, "did not end within 30 s; it waited in barrier()");
  EXPECT_EQ(one.ranks[1].reason, "did not end within 30 s");
  EXPECT_EQ(one.stacks, "[rank 1]\nstack of rank 1\n[rank 0]\nstack of rank 0\n");
  EXPECT_EQ(ends(), "aborted timed_out retired retired");
  EXPECT_LT(place_of("1: stacks"), place_of("0: ask to stop"));
}

TEST_F(GangTest, ChargesTheRankThatIsLate) {
  rules_.limits.method = seconds(30);
  launcher_.scripts.push_back({{1, in_method("One", kHangs)}});
  run({"One", "Two"});

  EXPECT_EQ(ranks_of("One"), "passed timed_out");
  EXPECT_EQ(method("One").reason, "rank 1: did not end within 30 s");
  EXPECT_EQ(ends(), "aborted timed_out retired retired");
  EXPECT_EQ(worker_ends()[1].moved_methods, 1);
}

TEST_F(GangTest, TheMethodsLimitHoldsAlsoWithinThePeersGrace) {
  rules_.limits.method = seconds(2);
  launcher_.always = {{0, in_method("One", kFails)}, {1, in_method("One", kHangs)}};
  run({"One"});

  EXPECT_EQ(ranks_of("One"), "failed timed_out");
  EXPECT_EQ(time_passed(), seconds(2));
}

TEST_F(GangTest, RanksThatMeetForEverHitTheLimit) {
  rules_.limits.method = seconds(30);
  launcher_.scripts.push_back({{0, meets_for_ever_in("One")}, {1, meets_for_ever_in("One")}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=timed_out Two=passed");
  EXPECT_EQ(time_passed(), seconds(30));
}

TEST_F(GangTest, ChargesNoMethodWithACrashBetweenMethods) {
  launcher_.scripts.push_back({{1, in_method("One", {kPassed, kSegmentationFault})}});
  run({"One", "Two", "Three"});

  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=passed Three=passed");
  EXPECT_EQ(launcher_.launches, 2u);
  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
  EXPECT_EQ(class_finished().reason, "rank 1: the worker was killed by SIGSEGV between methods");
  EXPECT_EQ(ends(), "aborted crashed retired retired");
  EXPECT_EQ(worker_ends()[1].during, "");
  EXPECT_EQ(worker_ends()[1].moved_methods, 2);
}

TEST_F(GangTest, ARankThatDiesBehindItsPartKeepsItsResult) {
  launcher_.scripts.push_back(
      {{0, in_method("One", {kPassed, kSegmentationFault})}, {1, in_method("One", kHangs)}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=failed Two=passed");
  EXPECT_EQ(ranks_of("One"), "passed aborted");
  EXPECT_EQ(method("One").ranks[1].reason,
            "rank 0: the worker was killed by SIGSEGV after it had ended the method");
  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
  EXPECT_EQ(ends(), "crashed aborted retired retired");
}

TEST_F(GangTest, WhereAllHadEndedADeathBehindTheMethodIsProgressAllTheSame) {
  launcher_.always = {{0, in_method("M", {kPassed, kSegmentationFault})}};
  run_one_name_often(14);

  ASSERT_EQ(methods().size(), 14u);
  for (const MethodFinished& finished : methods()) {
    EXPECT_EQ(finished.final_status, MethodStatus::kPassed);
  }
  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
}

TEST_F(GangTest, GivesUpOnAClassWhoseGangsNeverGetAMethodDone) {
  launcher_.always = {{1, in_method("M", {kSegmentationFault})}};
  run_one_name_often(14);

  EXPECT_EQ(launcher_.launches, 10u);
  ASSERT_EQ(methods().size(), 14u);
  EXPECT_EQ(methods()[9].final_status, MethodStatus::kCrashed);
  EXPECT_EQ(methods()[10].final_status, MethodStatus::kNotRun);
  EXPECT_EQ(class_finished().status, ClassStatus::kStartupFailed);
}

TEST_F(GangTest, KillsARankThatFloodsItsChannel) {
  launcher_.scripts.push_back(
      {{0, in_method("One", kHangs)},
       {1, in_method("One", std::vector<Happening>(5'000, says("leak", {"ID", "something"})))}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=protocol_error Two=passed");
  EXPECT_EQ(ranks_of("One"), "aborted protocol_error");
  EXPECT_EQ(method("One").ranks[1].output.text, "last words of rank 1\n");
  EXPECT_EQ(method("One").reason.find("rank 1: the worker floods its channel"), 0u);
  EXPECT_EQ(ends(), "aborted protocol_error retired retired");
  EXPECT_TRUE(was_said("1: stop"));
}

TEST_F(GangTest, RefusesEventsOutOfTurn) {
  const std::vector<Happening> nonsense{ChannelBroken{"a line that is no message: xx"},
                                        says("started", {"ID"}),
                                        says("finished", {"99", "passed", "1", "0", "2"}),
                                        says("finished", {"ID", "splendid", "1", "0", "2"}),
                                        says("finished", {"ID", "passed"}),
                                        says("failure", {"ID"}),
                                        says("suite_set_up", {"Class", "ok", "1"}),
                                        says("unknown", {"99"}),
                                        says("bye"),
                                        says("leak", {}),
                                        says("meet", {"barrier"}),
                                        says("meet", {"barrier", "2", ""}),
                                        says("meet", {"gather", "0", ""})};
  for (const Happening& news : nonsense) {
    recorded_.records.clear();
    launcher_.scripts.push_back({{1, in_method("One", {says("leak", {"ID", "x"}), news})}});
    run({"One", "Two"});
    const auto* said = std::get_if<MessageArrived>(&news);
    EXPECT_EQ(recorded_.verdicts(), "One=protocol_error Two=passed")
        << (said ? said->message.word : "broken");
    EXPECT_EQ(ranks_of("One"), "passed protocol_error");
  }
}

TEST_F(GangTest, WaitsForTheEndOfAProcessWhoseChannelClosed) {
  launcher_.scripts.push_back({{1, in_method("One", {ChannelClosed{}, kSegmentationFault})}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=crashed Two=passed");
}

TEST_F(GangTest, CallsAClosedChannelOfALiveProcessAProtocolError) {
  launcher_.scripts.push_back({{1, in_method("One", {ChannelClosed{}})}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=protocol_error Two=passed");
  EXPECT_EQ(time_passed(), seconds(5));
}

TEST_F(GangTest, NamesTheRankOfAClosedChannelAlsoWhereTheTimeIsUp) {
  launcher_.scripts.push_back({{0, in_method("One", {ChannelClosed{}})},
                               {1, in_method("One", {InterruptRequested{{.out_of_time = true}}})}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=protocol_error Two=passed");
  EXPECT_EQ(ranks_of("One"), "protocol_error aborted");
}

TEST_F(GangTest, LeavesMethodsNotRunAfterAnInterruption) {
  launcher_.always = {{0, in_method("Two", kHangs)}, {1, in_method("Two", {InterruptRequested{}})}};
  run({"One", "Two", "Three"});

  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=interrupted Three=not_run");
  EXPECT_EQ(ranks_of("Two"), "interrupted interrupted");
  EXPECT_EQ(class_finished().status, ClassStatus::kInterrupted);
  EXPECT_EQ(launcher_.launches, 1u);
  EXPECT_EQ(ends(), "interrupted interrupted");
  EXPECT_FALSE(was_said("0: stacks"));
}

}  // namespace
}  // namespace carpool
