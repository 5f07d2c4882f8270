#include "session_fixture.h"

namespace carpool {
namespace {

// A class whose methods are asked for one by one, as entries of single methods do.
class OnDemandTest : public SessionTest {
 protected:
  static ClassPlan plan(int retries = 0) {
    return {.target = "target",
            .name = "Class",
            .methods = {{.name = "One"}, {.name = "Two"}, {.name = "Three"}},
            .disabled = {},
            .retries = retries,
            .on_demand = true};
  }

  void ask_for(std::size_t method) {
    run_.want(method);
    session_.serve_method(run_, method);
  }

  void close() {
    gang_.retire(run_, "retired");
    run_.leave();
  }

  std::vector<std::string> announced() const {
    std::vector<std::string> names;
    for (const ClassPlanned& planned : recorded_.all<ClassPlanned>()) {
      names.insert(names.end(), planned.methods.begin(), planned.methods.end());
    }
    return names;
  }

  ClassRun run_{plan(), 1, recorded_, clock_};
  GangOfOne gang_ = make_gang();
  Session session_{rules_, gang_, clock_};
};

TEST_F(OnDemandTest, KeepsTheWorkerFromOneMethodToTheNext) {
  ask_for(2);
  ask_for(0);
  close();

  EXPECT_EQ(recorded_.verdicts(), "Three=passed One=passed");
  EXPECT_EQ(launcher_.launches(), 1u);
  EXPECT_EQ(methods()[1].position, 1);
  EXPECT_EQ(class_finished().status, ClassStatus::kPassed);
}

TEST_F(OnDemandTest, AnnouncesEachMethodWhenItIsAskedFor) {
  ask_for(2);
  ask_for(0);
  close();

  EXPECT_EQ(announced(), (std::vector<std::string>{"Three", "One"}));
  const auto planned = recorded_.all<ClassPlanned>();
  ASSERT_EQ(planned.size(), 3u);
  EXPECT_FALSE(planned[0].adds);
  EXPECT_TRUE(planned[1].adds);
  EXPECT_TRUE(planned[2].adds);
}

TEST_F(OnDemandTest, RunsOnlyTheMethodThatTheSessionIsAskedFor) {
  run_.want(0);
  run_.want(1);
  session_.serve_method(run_, 1);

  EXPECT_EQ(recorded_.verdicts(), "Two=passed");
  EXPECT_EQ(run_.pending(), 1u);
  EXPECT_TRUE(run_.withdraw(0, MethodStatus::kInterrupted, "stopped"));
  EXPECT_FALSE(run_.withdraw(0, MethodStatus::kInterrupted, "stopped"));
  close();
  EXPECT_EQ(recorded_.verdicts(), "Two=passed One=interrupted");
}

TEST_F(OnDemandTest, StartsANewWorkerForTheMethodAfterACrash) {
  launcher_.scripts.push_back({.methods = {{"One", {ProcessEnded{Signalled{11}}}}}});
  ask_for(0);
  ask_for(1);
  close();

  EXPECT_EQ(recorded_.verdicts(), "One=crashed Two=passed");
  EXPECT_EQ(recorded_.all<WorkerStarted>().at(1).reason, "after_loss");
}

TEST_F(OnDemandTest, AccountsForDisabledMethodsThatNobodyHasAskedFor) {
  ClassPlan some_disabled = plan();
  some_disabled.methods[0].disabled = some_disabled.methods[2].disabled = true;
  ClassRun run(some_disabled, 1, recorded_, clock_);
  run.want(1);
  session_.serve_method(run, 1);
  run.want(2);
  session_.serve_method(run, 2);
  gang_.retire(run, "retired");
  EXPECT_EQ(recorded_.verdicts(), "Two=passed Three=passed");
  run.leave();

  EXPECT_EQ(recorded_.verdicts(), "Two=passed Three=passed One=disabled");
  EXPECT_EQ(recorded_.all<ClassPlanned>().back().disabled, std::vector<std::string>{"One"});
  EXPECT_EQ(class_finished().status, ClassStatus::kPassed);
}

TEST_F(OnDemandTest, SaysOfLaterMethodsWhyTheClassWasGivenUp) {
  launcher_.always.suite_set_up = [] {
    return std::vector<Happening>{says("failure", {"-", "fatal", "f.cpp", "1", "no database"}),
                                  says("suite_set_up", {"Class", "failed", "5"})};
  };
  ask_for(0);
  ask_for(1);
  close();

  EXPECT_EQ(recorded_.verdicts(), "One=not_run Two=not_run");
  EXPECT_EQ(methods()[1].reason, "suite set-up failed: no database");
  EXPECT_EQ(launcher_.launches(), 1u);
  EXPECT_EQ(class_finished().status, ClassStatus::kSetupFailed);
}

TEST_F(OnDemandTest, CountsOnlyTheTimeInWhichSomebodyWaited) {
  launcher_.always.methods["One"] = {};  // it hangs, for the method's whole limit
  rules_.limits.method = std::chrono::seconds(10);
  GangOfOne gang = make_gang();
  Session session(rules_, gang, clock_);
  run_.want(0);
  session.serve_method(run_, 0);
  clock_.move_to(clock_.now() + std::chrono::hours(1));
  run_.want(1);
  session.serve_method(run_, 1);
  gang.retire(run_, "retired");
  run_.leave();

  EXPECT_EQ(recorded_.verdicts(), "One=timed_out Two=passed");
  const std::chrono::nanoseconds wall(class_finished().wall_ns);
  EXPECT_GE(wall, std::chrono::seconds(10));
  EXPECT_LT(wall, std::chrono::seconds(100));
}

TEST_F(OnDemandTest, TakesAStopForTheMethodsTimeOutWhereItsTimeIsUp) {
  launcher_.scripts.push_back({.methods = {{"One", {InterruptRequested{{.out_of_time = true}}}}}});
  ask_for(0);
  EXPECT_FALSE(session_.interrupted());
  ask_for(1);
  close();

  EXPECT_EQ(recorded_.verdicts(), "One=timed_out Two=passed");
  EXPECT_EQ(methods()[0].stacks, "#0 somewhere\n");
}

TEST_F(OnDemandTest, SaysOfAMethodThatIsStoppedWhyItIs) {
  launcher_.scripts.push_back(
      {.methods = {
           {"One", {InterruptRequested{{.out_of_time = true, .words = "took too long"}}}}}});
  ask_for(0);
  launcher_.scripts.push_back({.methods = {{"Two", {InterruptRequested{{.words = "not now"}}}}}});
  ask_for(1);
  close();

  EXPECT_EQ(recorded_.verdicts(), "One=timed_out Two=interrupted");
  EXPECT_EQ(methods()[0].reason, "took too long");
  EXPECT_EQ(methods()[1].reason, "not now");
}

// A client is killed at its limit, which may be shorter than the patience with a closed channel.
TEST_F(OnDemandTest, CallsAClosedChannelAProtocolErrorAlsoWhereTheTimeIsUp) {
  launcher_.scripts.push_back(
      {.methods = {{"One", {ChannelClosed{}, InterruptRequested{{.out_of_time = true}}}}}});
  ask_for(0);
  EXPECT_FALSE(session_.interrupted());
  ask_for(1);
  close();

  EXPECT_EQ(recorded_.verdicts(), "One=protocol_error Two=passed");
}

TEST_F(OnDemandTest, EndsWithTheMethodThatIsStopped) {
  launcher_.scripts.push_back({.methods = {{"One", {InterruptRequested{}}}}});
  ask_for(0);

  EXPECT_TRUE(session_.interrupted());
  EXPECT_FALSE(gang_.alive());
  EXPECT_EQ(recorded_.verdicts(), "One=interrupted");
  close();
  EXPECT_EQ(class_finished().status, ClassStatus::kInterrupted);
}

}  // namespace
}  // namespace carpool
