#include <gtest/gtest.h>

#include <string>

#include "report_fixture.h"

namespace carpool {
namespace {

using testing::kMillisecond_ns;
using testing::ReportFixture;
using testing::ScriptedRunner;

// A class whose methods differ in their surroundings, or in why they are not run, is planned and
// run in parts, all of which are announced before the first begins.
class ClassParts : public ReportFixture {};

TEST_F(ClassParts, AreOneClassWithAResultForEachMethod) {
  {
    ScriptedRunner runner(run_, "library_tests");
    runner.plan("C", {"a", "b"}).plan("C", {"left", "out"});
    for (const std::string method : {"left", "out"}) runner.not_run(method, "judged by WILL_FAIL");
    runner.finish_class(ClassStatus::kPassed, 1);
    runner.worker(1);
    runner.put(runner.finished(1, 0, "a", MethodStatus::kPassed));
    runner.put(runner.finished(1, 1, "b", MethodStatus::kPassed));
    runner.retire(1).finish_class(ClassStatus::kPassed, 40).finish(1);
  }
  const ClassReport report = only_class();
  ASSERT_EQ(report.methods.size(), 4u);
  EXPECT_EQ(report.methods[0].status, MethodStatus::kPassed);
  EXPECT_EQ(report.methods[2].status, MethodStatus::kNotRun);
  EXPECT_EQ(report.methods[2].last.evidence().reason, "judged by WILL_FAIL");
  EXPECT_EQ(report.methods[3].name, "out");
  EXPECT_NE(report.status, ClassStatus::kInterrupted);
  EXPECT_EQ(report.wall_ns, 41 * kMillisecond_ns);
}

TEST_F(ClassParts, AreAsRedAsTheWorstOfThem) {
  {
    ScriptedRunner runner(run_, "library_tests");
    runner.plan("C", {"a"}).plan("C", {"b"}).worker(1);
    runner.put(runner.finished(1, 0, "a", MethodStatus::kPassed));
    runner.retire(1).finish_class(ClassStatus::kTeardownFailed, 10).worker(2);
    runner.put(runner.finished(2, 0, "b", MethodStatus::kPassed));
    runner.retire(2).finish_class(ClassStatus::kPassed, 10).finish(1);
  }
  EXPECT_EQ(only_class().status, ClassStatus::kTeardownFailed);
}

// A method has crashed, and behind it no worker could be started any more.
TEST_F(ClassParts, TellOfALaterTroubleThatSaysMore) {
  {
    ScriptedRunner runner(run_, "library_tests");
    runner.plan("C", {"a"}).plan("C", {"b"}).worker(1);
    runner.put(runner.finished(1, 0, "a", MethodStatus::kFailed));
    runner.retire(1).finish_class(ClassStatus::kFailed, 10);
    runner.not_run("b", "cannot start");
    runner.finish_class(ClassStatus::kStartupFailed, 10, "cannot start").finish(1);
  }
  EXPECT_EQ(only_class().status, ClassStatus::kStartupFailed);
  EXPECT_EQ(only_class().reason, "cannot start");
}

TEST_F(ClassParts, ThatNeverEndedLeaveTheClassInterrupted) {
  {
    ScriptedRunner runner(run_, "library_tests");
    runner.plan("C", {"a"}).plan("C", {"b"}).worker(1);
    runner.put(runner.finished(1, 0, "a", MethodStatus::kPassed));
    runner.retire(1).finish_class(ClassStatus::kPassed, 10);
  }
  const ClassReport report = only_class();
  EXPECT_EQ(report.status, ClassStatus::kInterrupted);
  ASSERT_EQ(report.methods.size(), 2u);
  EXPECT_EQ(report.methods[0].status, MethodStatus::kPassed);
  EXPECT_EQ(report.methods[1].status, MethodStatus::kNotRun);
}

// A worker that was kept warm has told an earlier run what its start and set-up took. Without them
// an estimate would call a process each the cheaper way.
TEST_F(ReportFixture, EstimatesNothingForAClassWhoseWorkersWereWarm) {
  {
    ScriptedRunner runner(run_, "broker");
    runner.plan("C", {"a"});
    runner.put(runner.finished(1, 0, "a", MethodStatus::kPassed));
    runner.finish_class(ClassStatus::kPassed, 40).finish(0);
  }
  const Report report = built();
  ASSERT_EQ(report.classes.size(), 1u);
  EXPECT_EQ(report.classes[0].methods[0].status, MethodStatus::kPassed);
  EXPECT_FALSE(report.classes[0].spawn_baseline);
  EXPECT_FALSE(report.spawn_baseline);
}

}  // namespace
}  // namespace carpool
