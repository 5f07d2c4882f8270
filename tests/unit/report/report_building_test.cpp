#include "report/report_building.h"

#include <gtest/gtest.h>

#include <string>

#include "report_fixture.h"

namespace carpool {
namespace {

using testing::kMillisecond_ns;
using testing::ScriptedRunner;

class ReportBuilding : public testing::ReportFixture {};

TEST_F(ReportBuilding, DescribesAGreenClass) {
  ScriptedRunner(run_, "a")
      .plan("C", {"a", "b"}, {"DISABLED_c"})
      .worker(1)
      .method(1, 0, "a")
      .method(1, 1, "b")
      .retire(1)
      .finish_class(ClassStatus::kPassed, 20)
      .finish();
  const Report report = built();
  EXPECT_EQ(report.run.id, "20261202T004512Z-4711");
  EXPECT_EQ(report.run.started_at, "2026-12-02T00:45:12.000Z");
  EXPECT_EQ(report.run.version, "0.1.0");
  EXPECT_EQ(report.run.host_cores, 2);
  EXPECT_EQ(report.run.runners, 1);
  EXPECT_FALSE(report.run.interrupted);
  EXPECT_FALSE(report.is_red());
  EXPECT_EQ(report.methods, 3);
  EXPECT_EQ(report.totals.at(MethodStatus::kPassed), 2);
  EXPECT_EQ(report.totals.at(MethodStatus::kDisabled), 1);
  EXPECT_EQ(report.totals.at(MethodStatus::kCrashed), 0);

  ASSERT_EQ(report.classes.size(), 1u);
  const ClassReport& of_class = report.classes[0];
  EXPECT_EQ(of_class.target, "core");
  EXPECT_EQ(of_class.name, "C");
  EXPECT_EQ(of_class.status, ClassStatus::kPassed);
  EXPECT_EQ(of_class.wall_ns, 20 * kMillisecond_ns);
  EXPECT_EQ(of_class.workers_started, 1);
  EXPECT_EQ(of_class.restarts, 0);
  EXPECT_FALSE(of_class.blast_radius);
  EXPECT_EQ(of_class.spawn_ns, 2 * kMillisecond_ns);
  EXPECT_EQ(of_class.init_ns, 3 * kMillisecond_ns);
  EXPECT_EQ(of_class.suite_set_up_ns, 4 * kMillisecond_ns);
  EXPECT_EQ(of_class.suite_tear_down_ns, 5 * kMillisecond_ns);
  EXPECT_EQ(of_class.exit_ns, 6 * kMillisecond_ns);
  ASSERT_EQ(of_class.workers.size(), 1u);
  EXPECT_EQ(of_class.workers[0].reason, "first");
  EXPECT_EQ(of_class.workers[0].how, "retired");
  EXPECT_EQ(of_class.workers[0].process_id, 1001);
}

// Two methods of one class: the second is killed, which takes 90 ms beside its own time. A process
// of its own would have been killed just so.
TEST_F(ReportBuilding, ChargesTheEndOfALostWorkerToBothSidesOfTheEstimate) {
  {
    ScriptedRunner runner(run_, "a");
    runner.plan("C", {"a", "b"}).worker(1).method(1, 0, "a");
    for (int ms = 0; ms < 100; ++ms) runner.put(ClassPlanned{.target = "other", .class_name = "D"});
    runner.method(1, 1, "b", MethodStatus::kTimedOut).lose(1, "timed_out", "b", 0);
    runner.finish_class(ClassStatus::kFailed, 110).finish(1);
  }
  const Report report = built();
  const ClassReport& of_class = report.classes.at(0);
  ASSERT_EQ(of_class.name, "C");
  // Alive for 105 ms, of which its records tell 2 + 3 + 4 + 1 + 1; each process 9 ms and its
  // method.
  constexpr std::int64_t kLost_ms = 105 - 11;
  ASSERT_TRUE(of_class.spawn_baseline);
  EXPECT_EQ(of_class.spawn_baseline->spawn_ns, (20 + kLost_ms) * kMillisecond_ns);
  EXPECT_EQ(of_class.spawn_baseline->continuous_ns, 110 * kMillisecond_ns);
}

TEST_F(ReportBuilding, EstimatesWhatAProcessForEachMethodWouldHaveCost) {
  ScriptedRunner(run_, "a")
      .plan("C", {"a", "b"})
      .worker(1)
      .method(1, 0, "a")
      .method(1, 1, "b")
      .retire(1)
      .finish_class(ClassStatus::kPassed, 12)
      .finish();
  const Report report = built();
  // Two processes of 2 + 3 + 4 + 5 + 6 ms around a body of 1 ms.
  ASSERT_TRUE(report.spawn_baseline);
  EXPECT_EQ(report.spawn_baseline->spawn_ns, 42 * kMillisecond_ns);
  EXPECT_EQ(report.spawn_baseline->continuous_ns, 12 * kMillisecond_ns);
  EXPECT_DOUBLE_EQ(report.spawn_baseline->speedup(), 3.5);
  EXPECT_NEAR(report.spawn_baseline->reduction_percent(), 71.428, 0.001);
}

TEST_F(ReportBuilding, ComparesAtTheParallelismThatThereWas) {
  ScriptedRunner runner(run_, "a");
  runner.plan("C", {"a", "b"});
  runner.put(WorkerStarted{.target = "core", .class_name = "C", .worker = 1, .reason = "first"});
  runner.put(WorkerStarted{.target = "core", .class_name = "C", .worker = 2, .reason = "first"});
  for (int worker : {1, 2}) {
    runner.put(WorkerReady{.worker = worker, .spawn_ns = 5 * kMillisecond_ns, .init_ns = 0});
  }
  runner.method(1, 0, "a").method(2, 0, "b");
  for (int worker : {1, 2}) {
    runner.put(
        WorkerEnded{.target = "core", .class_name = "C", .worker = worker, .how = "retired"});
  }
  // Both lived for 6 ms: two at a time all along.
  runner.finish_class(ClassStatus::kPassed, 6).finish().flush();
  const ClassReport report = only_class();
  ASSERT_TRUE(report.spawn_baseline);
  EXPECT_EQ(report.spawn_baseline->spawn_ns, 6 * kMillisecond_ns);
}

TEST_F(ReportBuilding, EstimatesNothingWhereNothingRan) {
  ScriptedRunner(run_, "a")
      .plan("C", {"a"})
      .not_run("a", "it cannot start")
      .finish_class(ClassStatus::kStartupFailed, 3, "it cannot start")
      .finish(1);
  const Report report = built();
  EXPECT_FALSE(report.spawn_baseline);
  EXPECT_FALSE(report.classes[0].spawn_baseline);
  EXPECT_EQ(report.classes[0].status, ClassStatus::kStartupFailed);
  EXPECT_EQ(report.classes[0].reason, "it cannot start");
}

TEST_F(ReportBuilding, CountsEveryStatus) {
  ScriptedRunner runner(run_, "a");
  std::vector<std::string> names;
  for (const MethodStatus status : all_method_statuses()) names.emplace_back(to_word(status));
  runner.plan("C", names).worker(1);
  int position = 0;
  for (const MethodStatus status : all_method_statuses()) {
    runner.method(1, position++, std::string(to_word(status)), status);
  }
  runner.retire(1).finish_class(ClassStatus::kFailed, 20).finish(1).flush();
  const Report report = built();
  EXPECT_EQ(report.methods, static_cast<std::int64_t>(names.size()));
  for (const MethodStatus status : all_method_statuses()) {
    EXPECT_EQ(report.totals.at(status), 1) << to_word(status);
  }
  EXPECT_TRUE(report.is_red());
}

TEST_F(ReportBuilding, StatesTheBlastRadiusOfACrash) {
  ScriptedRunner runner(run_, "a");
  runner.plan("C", {"a", "b", "c"}).worker(1).method(1, 0, "a");
  auto crash = runner.finished(1, 1, "b", MethodStatus::kCrashed);
  crash.signal = 11;
  crash.reason = "SIGSEGV";
  runner.put(crash).lose(1, "crashed", "b", 1);
  runner.worker(2, "after_loss").method(2, 0, "c").retire(2);
  runner.finish_class(ClassStatus::kFailed, 30).finish(1).flush();
  const ClassReport report = only_class();
  EXPECT_EQ(report.workers_started, 2);
  EXPECT_EQ(report.restarts, 1);
  ASSERT_TRUE(report.blast_radius);
  EXPECT_EQ(report.blast_radius->moved_methods, 1);
  EXPECT_EQ(report.blast_radius->extra_ns, 9 * kMillisecond_ns);
  EXPECT_EQ(report.blast_radius->text(), "1 crash: 1 method moved to a new worker, +9 ms");
  EXPECT_EQ(report.methods[1].status, MethodStatus::kCrashed);
  EXPECT_EQ(report.methods[1].last.evidence().signal, 11);
  EXPECT_EQ(report.workers[0].during, "b");
}

TEST(BlastRadius, IsToldInWords) {
  EXPECT_EQ(
      (BlastRadius{.losses = {{"crashed", 1}}, .moved_methods = 13, .extra_ns = 84'400'000}).text(),
      "1 crash: 13 methods moved to a new worker, +84 ms");
  EXPECT_EQ((BlastRadius{.losses = {{"crashed", 2}, {"timed_out", 1}, {"exited", 3}}}).text(),
            "2 crashes, 3 exits, 1 time-out: +0 ms for starting anew");
}

TEST_F(ReportBuilding, SaysWhatRanBeforeInTheSameWorker) {
  ScriptedRunner runner(run_, "a");
  runner.plan("A", {"a", "b"}).worker(1).method(1, 0, "a").method(1, 1, "b");
  runner.finish_class(ClassStatus::kPassed, 10);
  runner.plan("B", {"c"}).set_up(1).method(1, 2, "c").retire(1);
  runner.finish_class(ClassStatus::kPassed, 10).finish().flush();
  const Report report = built();
  ASSERT_EQ(report.classes.size(), 2u);
  EXPECT_EQ(report.classes[0].methods[0].last.ran_before.count, 0);
  const auto& before = report.classes[1].methods[0].last.ran_before;
  ASSERT_EQ(before.count, 2);
  EXPECT_EQ(*before.first, "A.a");
  EXPECT_EQ(*before.last, "A.b");
}

TEST_F(ReportBuilding, CountsAWorkerTakenOverWithTheClassThatStartedIt) {
  ScriptedRunner runner(run_, "a");
  runner.plan("A", {"a"}).worker(1).method(1, 0, "a").finish_class(ClassStatus::kPassed, 10);
  runner.plan("B", {"b"}).set_up(1).method(1, 1, "b").retire(1);
  runner.finish_class(ClassStatus::kPassed, 1).finish().flush();
  const Report report = built();
  EXPECT_EQ(report.classes[0].workers_started, 1);
  EXPECT_EQ(report.classes[1].workers_started, 0);
  ASSERT_EQ(report.classes[1].workers.size(), 1u);
  EXPECT_TRUE(report.classes[1].workers[0].taken_over);
  // Its baseline still needs a start-up: that of the target.
  EXPECT_EQ(report.classes[1].spawn_ns, 2 * kMillisecond_ns);
  ASSERT_TRUE(report.classes[1].spawn_baseline);
}

TEST_F(ReportBuilding, KeepsTheFailuresOfEarlierAttempts) {
  ScriptedRunner runner(run_, "a");
  runner.plan("C", {"a"}).worker(1);
  auto first = runner.finished(1, 0, "a", MethodStatus::kFailed);
  first.final_status.reset();
  first.failures = {{.file = "a.cpp", .line = 3, .message = "1 != 2"}};
  runner.put(first).retire(1).worker(2, "retry");
  auto second = runner.finished(2, 0, "a", MethodStatus::kPassed);
  second.attempt = 2;
  second.final_status = MethodStatus::kFlaky;
  runner.put(second).retire(2).finish_class(ClassStatus::kFlaky, 30).finish().flush();
  const ClassReport report = only_class();
  EXPECT_EQ(report.status, ClassStatus::kFlaky);
  const MethodReport& method = report.methods[0];
  EXPECT_EQ(method.status, MethodStatus::kFlaky);
  EXPECT_TRUE(method.last.evidence().failures.empty());
  ASSERT_EQ(method.earlier.size(), 1u);
  EXPECT_EQ(method.earlier[0].evidence().failures[0].message, "1 != 2");
  EXPECT_EQ(report.restarts, 0);
}

TEST_F(ReportBuilding, NeverMakesAClassGreenerThanItsMethods) {
  ScriptedRunner(run_, "a")
      .plan("C", {"a"})
      .worker(1)
      .method(1, 0, "a", MethodStatus::kFailed)
      .retire(1)
      .finish_class(ClassStatus::kPassed, 10)
      .finish();
  EXPECT_EQ(only_class().status, ClassStatus::kFailed);
}

TEST_F(ReportBuilding, KeepsWhatFixturesSaid) {
  ScriptedRunner runner(run_, "a");
  runner.plan("C", {"a"}).worker(1).method(1, 0, "a");
  runner.put(SuiteTornDown{.target = "core",
                           .class_name = "C",
                           .worker = 1,
                           .failed = true,
                           .duration_ns = 1,
                           .failures = {{.file = "f.cpp", .line = 9, .message = "left"}}});
  runner.finish_class(ClassStatus::kTeardownFailed, 10, "suite tear-down failed: left")
      .finish(1)
      .flush();
  const ClassReport report = only_class();
  EXPECT_EQ(report.status, ClassStatus::kTeardownFailed);
  EXPECT_EQ(report.methods[0].status, MethodStatus::kPassed);
  ASSERT_EQ(report.fixture_failures.size(), 1u);
  EXPECT_FALSE(report.fixture_failures[0].in_set_up);
  EXPECT_EQ(report.fixture_failures[0].failures[0].message, "left");
}

TEST_F(ReportBuilding, TakesHostileBytes) {
  const std::string hostile("\x00\xff\x1b[31m\"]==]\\\n", 12);
  ScriptedRunner runner(run_, "a");
  runner.plan("C/" + hostile, {hostile}).worker(1);
  auto method = runner.finished(1, 0, hostile, MethodStatus::kFailed);
  method.reason = hostile;
  method.output = {.text = hostile, .total_bytes = 12};
  method.failures = {{.file = hostile, .line = 1, .message = hostile}};
  method.stacks = hostile;
  method.leaks = {hostile};
  runner.put(method).retire(1).finish_class(ClassStatus::kFailed, 10, hostile).finish(1).flush();
  const ClassReport report = only_class();
  ASSERT_EQ(report.methods.size(), 1u);
  EXPECT_EQ(report.methods[0].status, MethodStatus::kFailed);
}

TEST_F(ReportBuilding, IsAnErrorWithoutAJournal) {
  std::filesystem::create_directories(run_);
  const auto report = build_report(run_);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().message, "there is no journal in " + run_.string());
  EXPECT_FALSE(build_report(run_ / "none"));
}

// Entries of single methods: the class's account grows while its worker lives.
TEST_F(ReportBuilding, PutsMethodsThatWereAskedForOneByOneIntoOneAccount) {
  {
    ScriptedRunner runner(run_, "broker");
    runner.plan("C", {});
    const auto ask_for = [&](const std::string& method) {
      runner.put(ClassPlanned{
          .target = "core", .class_name = "C", .methods = {method}, .disabled = {}, .adds = true});
    };
    ask_for("b");
    runner.worker(1);
    runner.put(runner.finished(1, 0, "b", MethodStatus::kPassed));
    ask_for("a");
    runner.put(runner.finished(1, 1, "a", MethodStatus::kFailed));
    ask_for("lost");
    runner.retire(1).finish_class(ClassStatus::kFailed, 40).finish(1);
  }
  const ClassReport report = only_class();
  ASSERT_EQ(report.methods.size(), 3u);
  EXPECT_EQ(report.methods[0].name, "b");
  EXPECT_EQ(report.methods[1].status, MethodStatus::kFailed);
  EXPECT_EQ(report.methods[2].status, MethodStatus::kNotRun);
  EXPECT_EQ(report.workers.size(), 1u);
  EXPECT_EQ(report.workers_started, 1);
}

TEST_F(ReportBuilding, OpensAnotherAccountForAClassThatWasClosed) {
  {
    ScriptedRunner runner(run_, "broker");
    runner.plan("C", {});
    const ClassPlanned again{
        .target = "core", .class_name = "C", .methods = {"a"}, .disabled = {}, .adds = true};
    runner.put(again).worker(1);
    runner.put(runner.finished(1, 0, "a", MethodStatus::kFailed));
    runner.retire(1).finish_class(ClassStatus::kFailed, 40);
    runner.plan("C", {}).put(again).worker(2);
    runner.put(runner.finished(2, 0, "a", MethodStatus::kPassed));
    runner.retire(2).finish_class(ClassStatus::kPassed, 40).finish(0);
  }
  const ClassReport report = only_class();
  ASSERT_EQ(report.methods.size(), 1u);
  EXPECT_EQ(report.methods[0].status, MethodStatus::kFlaky);
}

}  // namespace
}  // namespace carpool
