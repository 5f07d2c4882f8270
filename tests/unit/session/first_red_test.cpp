#include "session/first_red.h"

#include "session_fixture.h"

namespace carpool {
namespace {

// Several classes of one run that stops at its first red result.
class FirstRedTest : public SessionTest {
 protected:
  static ClassPlan plan(const std::string& name) {
    return {.target = "target",
            .name = name,
            .methods = {{.name = "One"}, {.name = "Two"}},
            .disabled = {},
            .retries = 0};
  }

  void serve(ClassRun& run) {
    GangOfOne gang = make_gang();
    Session session(rules_, gang, clock_);
    session.serve(run);
    session.close(run, false);
  }

  FirstRed first_red_;
};

TEST_F(FirstRedTest, KeepsTheNextClassesFromBeginning) {
  ClassRun first(plan("First"), 1, recorded_, clock_, &first_red_);
  ClassRun second(plan("Second"), 1, recorded_, clock_, &first_red_);
  first.give_up(ClassStatus::kSetupFailed, "no");
  first.leave();
  serve(second);

  EXPECT_EQ(launcher_.launches(), 0u);
  EXPECT_EQ(recorded_.verdicts(), "One=not_run Two=not_run One=not_run Two=not_run");
  const MethodFinished last = methods().back();
  EXPECT_EQ(last.reason, "not begun, since class First was red (--fail-fast)");
  const auto classes = recorded_.all<ClassFinished>();
  ASSERT_EQ(classes.size(), 2u);
  EXPECT_EQ(classes[1].status, ClassStatus::kFailed);
}

TEST_F(FirstRedTest, LetsTheSameWorkerBeginNothingAfterTheFailure) {
  launcher_.always.methods["One"] = {says("finished", {"ID", "failed", "3", "0", "0"})};
  ClassRun class_run(plan("Class"), 1, recorded_, clock_, &first_red_);
  serve(class_run);
  EXPECT_EQ(recorded_.verdicts(), "One=failed Two=not_run");
  EXPECT_EQ(methods().back().reason, "not begun, since Class.One was red (--fail-fast)");
  EXPECT_EQ(launcher_.log, (std::vector<std::string>{"launch", "run Class 1 One", "retire"}));
}

TEST_F(FirstRedTest, LetsWhatHasBegunComeToItsVerdict) {
  ClassRun run(plan("Class"), 1, recorded_, clock_, &first_red_);
  auto items = run.take(2);
  ASSERT_EQ(items.size(), 2u);
  first_red_.note("Other.Method");
  items[1].again = items[1].alone = true;
  EXPECT_EQ(run.give_back(items), 1u);
  const auto rest = run.take(2);
  ASSERT_EQ(rest.size(), 1u);
  EXPECT_EQ(run.method_name(rest[0]), "Two");
  run.finish(rest[0], {.status = MethodStatus::kFailed});
  EXPECT_EQ(recorded_.verdicts(), "One=not_run Two=failed");
  run.leave();
}

TEST_F(FirstRedTest, NamesTheFirstOfSeveral) {
  first_red_.note("A.One");
  first_red_.note("B.Two");
  EXPECT_TRUE(first_red_.seen());
  EXPECT_EQ(first_red_.reason(), "not begun, since A.One was red (--fail-fast)");
}

TEST_F(FirstRedTest, IsNotedOfAMethodThatIsRedInTheEnd) {
  ClassRun run(plan("Class"), 1, recorded_, clock_, &first_red_);
  const auto items = run.take(1);
  ASSERT_EQ(items.size(), 1u);
  MethodFinished record;
  record.status = MethodStatus::kFailed;
  run.finish(items[0], record);
  EXPECT_TRUE(first_red_.seen());
  EXPECT_TRUE(run.take(1).empty());
  EXPECT_EQ(recorded_.verdicts(), "One=failed Two=not_run");
  run.leave();
}

TEST_F(FirstRedTest, IsNotNotedOfAnAttemptThatIsFollowedByAnother) {
  ClassPlan retried = plan("Class");
  retried.retries = 1;
  ClassRun run(retried, 1, recorded_, clock_, &first_red_);
  const auto items = run.take(1);
  MethodFinished record;
  record.status = MethodStatus::kFailed;
  run.finish(items[0], record);
  EXPECT_FALSE(first_red_.seen());
  const auto others = run.take(2);
  EXPECT_EQ(others.size(), 1u);
  run.give_back(others);
  run.give_up(ClassStatus::kPassed, "the test is over");
  run.leave();
}

}  // namespace
}  // namespace carpool
