#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "report_fixture.h"

namespace carpool {
namespace {

using testing::kMillisecond_ns;
using testing::ScriptedRunner;

// Runs that did not go to their end, or more than once.
class ReportOfABrokenRun : public testing::ReportFixture {
 protected:
  static void append(const std::filesystem::path& file, std::string_view text) {
    std::ofstream(file, std::ios::binary | std::ios::app) << text;
  }

  // What `ctest --repeat` does: another runner in the same run, with the only method again.
  void repeat_and_pass() {
    ScriptedRunner(run_, "b", 100)
        .plan("C", {"a"})
        .worker(1)
        .method(1, 0, "a")
        .retire(1)
        .finish_class(ClassStatus::kPassed, 7)
        .finish();
  }
};

TEST_F(ReportOfABrokenRun, GivesEveryMethodOfAKilledRunnerItsRecord) {
  std::filesystem::path file;
  {
    ScriptedRunner runner(run_, "a");
    runner.plan("C", {"a", "b", "c"}, {"DISABLED_d"}).worker(1).method(1, 0, "a");
    file = runner.file();
  }
  append(
      file,
      R"({"event":"method_finished","t_ns":9000000,"target":"core","class":"C","method":"b","att)");
  const Report report = built();
  EXPECT_TRUE(report.run.interrupted);
  EXPECT_TRUE(report.is_red());
  EXPECT_TRUE(report.problems.empty());
  const ClassReport& of_class = report.classes.at(0);
  EXPECT_EQ(of_class.status, ClassStatus::kInterrupted);
  EXPECT_EQ(of_class.wall_ns, 4 * kMillisecond_ns);  // from the plan to the last line
  ASSERT_EQ(of_class.methods.size(), 4u);
  EXPECT_EQ(of_class.methods[0].status, MethodStatus::kPassed);
  EXPECT_EQ(of_class.methods[1].status, MethodStatus::kNotRun);
  EXPECT_EQ(of_class.methods[1].last.evidence().reason,
            "the runner was killed, or could not write its journal any further");
  EXPECT_EQ(of_class.methods[2].status, MethodStatus::kNotRun);
  EXPECT_EQ(of_class.methods[3].status, MethodStatus::kDisabled);
}

TEST_F(ReportOfABrokenRun, TellsARunnerAtWorkFromAKilledOne) {
  ScriptedRunner runner(run_, "a");
  runner.plan("C", {"a"}).flush();
  EXPECT_EQ(built().classes.at(0).methods.at(0).last.evidence().reason,
            "the runner is still at work");
}

// Its entries have ended by then: nobody else would be red for what it did not come to say.
TEST_F(ReportOfABrokenRun, HasAProblemWhereABrokerWasLost) {
  {
    ScriptedRunner runner(run_, "broker");
    runner.put(RunStarted{.run_id = "20261202T004512Z-4711",
                          .started_at = "2026-12-02T00:45:12.000Z",
                          .version = "1.2.3",
                          .host_name = "here",
                          .host_system = "Linux 6.1.0 x86_64",
                          .host_cores = 2,
                          .command_line = kBrokerCommandLine});
    runner.plan("C", {"a"}).worker(1).method(1, 0, "a");
    runner.flush();
    EXPECT_TRUE(built().problems.empty()) << "it is still at work";
  }
  const Report report = built();
  ASSERT_EQ(report.problems.size(), 1u);
  EXPECT_NE(report.problems[0].find("broker was lost"), std::string::npos) << report.problems[0];
  EXPECT_EQ(report.classes.at(0).methods.at(0).status, MethodStatus::kPassed);
}

TEST_F(ReportOfABrokenRun, TellsHowAWorkerEndedWhoseMethodsAreInAnotherJournal) {
  {
    ScriptedRunner runner(run_, "broker");
    runner.plan("C", {"a"}).worker(1).method(1, 0, "a");
    runner.finish_class(ClassStatus::kPassed, 10).finish(0);
    ScriptedRunner later(run_, "broker-2", 1'000);
    later.plan("C", {}).finish_class(ClassStatus::kTeardownFailed, 0, "no goodbye").finish(1);
  }
  {
    ScriptedRunner earlier(run_, "broker-3", -1'000);
    earlier.plan("C", {}).finish_class(ClassStatus::kTeardownFailed, 0, "no welcome").finish(1);
  }
  const ClassReport of_class = only_class();
  EXPECT_EQ(of_class.status, ClassStatus::kTeardownFailed);
  ASSERT_EQ(of_class.methods.size(), 1u);
  EXPECT_EQ(of_class.methods[0].status, MethodStatus::kPassed);
  EXPECT_TRUE(of_class.earlier_runs.empty());
}

TEST_F(ReportOfABrokenRun, SaysThatTheRunWasInterrupted) {
  {
    ScriptedRunner runner(run_, "a");
    runner.plan("C", {"a", "b"}).worker(1).method(1, 0, "a", MethodStatus::kInterrupted);
    runner.finish_class(ClassStatus::kInterrupted, 10, "the run was interrupted").finish(130, true);
  }
  const Report report = built();
  EXPECT_TRUE(report.run.interrupted);
  EXPECT_EQ(report.totals.at(MethodStatus::kInterrupted), 1);
  EXPECT_EQ(report.totals.at(MethodStatus::kNotRun), 1);
  EXPECT_EQ(report.classes[0].methods[1].last.evidence().reason, "the run was interrupted");
}

TEST_F(ReportOfABrokenRun, DoesNotBelieveAClassThatLostAMethod) {
  ScriptedRunner(run_, "a")
      .plan("C", {"a", "lost"})
      .worker(1)
      .method(1, 0, "a")
      .retire(1)
      .finish_class(ClassStatus::kPassed, 10)
      .finish();
  const ClassReport of_class = only_class();
  EXPECT_EQ(of_class.status, ClassStatus::kInterrupted);
  EXPECT_EQ(of_class.reason, "the runner gave no result");
  EXPECT_EQ(of_class.methods.at(1).status, MethodStatus::kNotRun);
  EXPECT_EQ(of_class.methods.at(1).last.evidence().reason, "the runner gave no result");
}

TEST_F(ReportOfABrokenRun, DoesNotForgetAFailureWhoseRetryNeverCame) {
  {
    ScriptedRunner runner(run_, "a");
    runner.plan("C", {"a"}).worker(1);
    auto first = runner.finished(1, 0, "a", MethodStatus::kFailed);
    first.final_status.reset();
    runner.put(first);
  }
  EXPECT_EQ(built().classes.at(0).methods.at(0).status, MethodStatus::kFailed);
}

TEST_F(ReportOfABrokenRun, ReadsABrokenJournalUpToItsBrokenLineAndSaysSo) {
  std::filesystem::path file;
  {
    ScriptedRunner runner(run_, "a");
    runner.plan("C", {"a", "b"}).worker(1).method(1, 0, "a");
    file = runner.file();
  }
  append(file, "\x7f\x45LF garbage\n");
  const Report report = built();
  ASSERT_EQ(report.problems.size(), 1u);
  EXPECT_NE(report.problems[0].find(file.string() + ":7: "), std::string::npos)
      << report.problems[0];
  EXPECT_TRUE(report.is_red());
  EXPECT_EQ(report.totals.at(MethodStatus::kPassed), 1);
  EXPECT_EQ(report.totals.at(MethodStatus::kNotRun), 1);
}

TEST_F(ReportOfABrokenRun, NamesAnEmptyJournalBesideAWholeOne) {
  ScriptedRunner(run_, "a")
      .plan("C", {"a"})
      .worker(1)
      .method(1, 0, "a")
      .retire(1)
      .finish_class(ClassStatus::kPassed, 5)
      .finish();
  append(run_ / "journal-b.ndjson", "");
  const Report report = built();
  ASSERT_EQ(report.problems.size(), 1u);
  EXPECT_NE(report.problems[0].find("journal-b.ndjson: holds no line"), std::string::npos);
  EXPECT_TRUE(report.run.interrupted);
  EXPECT_EQ(report.run.id, "20261202T004512Z-4711");
}

TEST_F(ReportOfABrokenRun, IsAnErrorWhereNoJournalHoldsALine) {
  std::filesystem::create_directories(run_);
  append(run_ / "journal-b.ndjson", "{\"event\":");
  const auto report = build_report(run_);
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().message.find("journal-b.ndjson"), std::string::npos);
}

TEST_F(ReportOfABrokenRun, PutsTwoRunnersTogether) {
  ScriptedRunner(run_, "a")
      .plan("A", {"a"})
      .worker(1)
      .method(1, 0, "a")
      .retire(1)
      .finish_class(ClassStatus::kPassed, 5)
      .finish();
  ScriptedRunner(run_, "b", 100)
      .plan("B", {"b"})
      .worker(1)
      .method(1, 0, "b")
      .retire(1)
      .finish_class(ClassStatus::kPassed, 5)
      .finish();
  const Report report = built();
  EXPECT_EQ(report.run.runners, 2);
  EXPECT_EQ(report.run.started_at, "2026-12-02T00:45:12.000Z");
  EXPECT_EQ(report.run.wall_ns, 109 * kMillisecond_ns);  // the second began 100 ms later and took 9
  ASSERT_EQ(report.classes.size(), 2u);
  EXPECT_EQ(report.classes[0].methods[0].last.worker, 1);
  EXPECT_EQ(report.classes[1].methods[0].last.worker, 2);  // another worker, another number
  EXPECT_FALSE(report.is_red());
}

TEST_F(ReportOfABrokenRun, JoinsAClassWhoseMethodsWereEntriesOfTheirOwn) {
  ScriptedRunner(run_, "a")
      .plan("C", {"a"})
      .worker(1)
      .method(1, 0, "a")
      .retire(1)
      .finish_class(ClassStatus::kPassed, 5)
      .finish();
  ScriptedRunner(run_, "b", 100)
      .plan("C", {"b"})
      .worker(1)
      .method(1, 0, "b", MethodStatus::kFailed)
      .retire(1)
      .finish_class(ClassStatus::kFailed, 7)
      .finish(1);
  const Report report = built();
  ASSERT_EQ(report.classes.size(), 1u);
  const ClassReport& of_class = report.classes[0];
  EXPECT_EQ(of_class.methods.size(), 2u);
  EXPECT_EQ(of_class.status, ClassStatus::kFailed);
  EXPECT_EQ(of_class.workers_started, 2);
  EXPECT_EQ(of_class.wall_ns, 12 * kMillisecond_ns);
  EXPECT_TRUE(of_class.earlier_runs.empty());
}

TEST_F(ReportOfABrokenRun, LetsTheLastOfRepeatedRunsWinAndSaysWhatCameBefore) {
  ScriptedRunner(run_, "z")
      .plan("C", {"a", "b"})
      .worker(1)
      .method(1, 0, "a", MethodStatus::kFailed)
      .method(1, 1, "b")
      .retire(1)
      .finish_class(ClassStatus::kFailed, 5)
      .finish(1);
  ScriptedRunner(run_, "a", 100)  // later, though its name sorts first
      .plan("C", {"a", "b"})
      .worker(1)
      .method(1, 0, "a")
      .method(1, 1, "b")
      .retire(1)
      .finish_class(ClassStatus::kPassed, 7)
      .finish();
  const Report report = built();
  ASSERT_EQ(report.classes.size(), 1u);
  EXPECT_EQ(report.classes[0].earlier_runs, std::vector{ClassStatus::kFailed});
  EXPECT_EQ(report.classes[0].methods.size(), 2u);
  EXPECT_EQ(report.classes[0].wall_ns, 7 * kMillisecond_ns);
  EXPECT_EQ(report.methods, 2);
  EXPECT_EQ(report.totals.at(MethodStatus::kFailed), 0);
  EXPECT_EQ(report.totals.at(MethodStatus::kPassed), 1);
  EXPECT_FALSE(report.is_red());

  // But a repetition, like a retry, never turns red into plain green.
  EXPECT_EQ(report.classes[0].status, ClassStatus::kFlaky);
  const MethodReport& flaky = report.classes[0].methods[0];
  EXPECT_EQ(flaky.status, MethodStatus::kFlaky);
  ASSERT_EQ(flaky.earlier.size(), 1u);
  EXPECT_EQ(flaky.earlier[0].status, MethodStatus::kFailed);
}

TEST_F(ReportOfABrokenRun, LetsNoSkipUndoTheFailureBeforeARepetition) {
  ScriptedRunner(run_, "a")
      .plan("C", {"a"})
      .worker(1)
      .method(1, 0, "a", MethodStatus::kFailed)
      .retire(1)
      .finish_class(ClassStatus::kFailed, 5)
      .finish(1);
  ScriptedRunner(run_, "b", 100)
      .plan("C", {"a"})
      .worker(1)
      .method(1, 0, "a", MethodStatus::kSkipped)
      .retire(1)
      .finish_class(ClassStatus::kSkipped, 5)
      .finish();
  const ClassReport of_class = only_class();
  EXPECT_EQ(of_class.methods.at(0).status, MethodStatus::kFailed);
  EXPECT_EQ(of_class.status, ClassStatus::kFailed);
}

TEST_F(ReportOfABrokenRun, ForgetsNoRetryBeforeARepetition) {
  ScriptedRunner runner(run_, "a");
  runner.plan("C", {"a"}).worker(1);
  auto failed = runner.finished(1, 0, "a", MethodStatus::kFailed);
  failed.final_status.reset();
  runner.put(failed).retire(1).worker(2, "retry");
  auto passed = runner.finished(2, 0, "a", MethodStatus::kPassed);
  passed.attempt = 2;
  passed.final_status = MethodStatus::kFlaky;
  runner.put(passed).retire(2).finish_class(ClassStatus::kFlaky, 9).finish().flush();
  repeat_and_pass();
  const ClassReport of_class = only_class();
  EXPECT_EQ(of_class.status, ClassStatus::kFlaky);
  EXPECT_EQ(of_class.earlier_runs, std::vector{ClassStatus::kFlaky});
  const MethodReport& method = of_class.methods.at(0);
  EXPECT_EQ(method.status, MethodStatus::kFlaky);
  ASSERT_EQ(method.earlier.size(), 2u);
  EXPECT_EQ(method.earlier[0].status, MethodStatus::kFailed);
  EXPECT_EQ(method.earlier[1].status, MethodStatus::kPassed);
}

TEST_F(ReportOfABrokenRun, CallsNoMethodFlakyForARepetitionBeforeWhichItNeverRan) {
  ScriptedRunner(run_, "a")
      .plan("C", {"a"})
      .not_run("a", "it cannot start")
      .finish_class(ClassStatus::kStartupFailed, 5, "it cannot start")
      .finish(1);
  repeat_and_pass();
  const ClassReport of_class = only_class();
  EXPECT_EQ(of_class.status, ClassStatus::kPassed);
  EXPECT_EQ(of_class.methods.at(0).status, MethodStatus::kPassed);
  EXPECT_EQ(of_class.earlier_runs, std::vector{ClassStatus::kStartupFailed});
}

}  // namespace
}  // namespace carpool
