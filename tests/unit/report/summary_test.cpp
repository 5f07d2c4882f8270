#include "report/summary.h"

#include <gtest/gtest.h>

#include <string>

#include "report_fixture.h"

namespace carpool {
namespace {

using testing::ScriptedRunner;

class Summary : public testing::ReportFixture {
 protected:
  std::string summary() const { return summarise(built()); }
};

TEST_F(Summary, TellsTestsClassesTimeAndTheEstimatedSaving) {
  ScriptedRunner(run_, "a")
      .plan("C", {"a", "b"})
      .worker(1)
      .method(1, 0, "a")
      .method(1, 1, "b")
      .retire(1)
      .finish_class(ClassStatus::kPassed, 12)
      .finish();
  EXPECT_EQ(summary(),
            "carpool: 2 tests in 1 class: 2 passed, in 10 ms\n"
            "  estimated per-test spawning: 42 ms; these classes took 12 ms: 71.4 % saved, 3.5x "
            "(estimated; "
            "`carpool compare` measures)\n");
}

TEST_F(Summary, ShowsRedMethodsWithTheirFirstFailure) {
  {
    ScriptedRunner runner(run_, "a");
    runner.plan("C", {"a", "b"}).worker(1);
    auto failed = runner.finished(1, 0, "a", MethodStatus::kFailed);
    failed.failures = {{.file = "a.cpp", .line = 3, .message = "Expected: 1\n  Actual: 2"},
                       {.file = "a.cpp", .line = 4, .message = "the second"}};
    auto late = runner.finished(1, 1, "b", MethodStatus::kTimedOut);
    late.reason = "no end within 30 s";
    runner.put(failed).put(late).finish_class(ClassStatus::kFailed, 12).finish(1);
  }
  const std::string text = summary();
  EXPECT_NE(text.find("    failed core.C.a\n"
                      "      a.cpp:3:\n"
                      "        Expected: 1\n"
                      "          Actual: 2\n"
                      "    timed_out core.C.b\n"
                      "      no end within 30 s\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("the second"), std::string::npos);
}

TEST_F(Summary, RepeatsEachWarningOnce) {
  for (const char* const name : {"a", "b"}) {
    ScriptedRunner(run_, name, 0, {"ISOLATE \"x\" matches no method"})
        .plan("C", {"a"})
        .finish_class(ClassStatus::kPassed, 12)
        .finish();
  }
  const std::string text = summary();
  const std::size_t at = text.find("\n  warning: ISOLATE \"x\" matches no method\n");
  ASSERT_NE(at, std::string::npos) << text;
  EXPECT_EQ(text.find("warning:", at + 12), std::string::npos) << text;
}

TEST_F(Summary, TellsTheClassesTroubleOnce) {
  ScriptedRunner(run_, "a")
      .plan("C", {"a", "b"})
      .not_run("a", "it cannot start")
      .not_run("b", "it cannot start")
      .finish_class(ClassStatus::kStartupFailed, 3, "it cannot start")
      .finish(1);
  const std::string text = summary();
  EXPECT_NE(text.find("    startup_failed core.C (2 not run)\n      it cannot start\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("core.C.a"), std::string::npos);
  EXPECT_EQ(text.find("per-test spawning"), std::string::npos);
}

TEST_F(Summary, SaysThatARunWasInterrupted) {
  ScriptedRunner(run_, "a").plan("C", {"a"});
  EXPECT_NE(summary().find("  interrupted: "), std::string::npos);
}

TEST_F(Summary, NamesWhatCouldNotBeRead) {
  ScriptedRunner(run_, "a").plan("C", {"a"}).finish();
  std::ofstream(run_ / "journal-b.ndjson") << "nonsense\n";
  EXPECT_NE(summary().find("  problem: " + (run_ / "journal-b.ndjson").string() + ":1: "),
            std::string::npos);
}

TEST_F(Summary, StatesTheBlastRadius) {
  ScriptedRunner(run_, "a")
      .plan("C", {"a", "b"})
      .worker(1)
      .method(1, 0, "a", MethodStatus::kCrashed)
      .lose(1, "crashed", "a", 1)
      .worker(2, "after_loss")
      .method(2, 0, "b")
      .retire(2)
      .finish_class(ClassStatus::kFailed, 30)
      .finish(1);
  EXPECT_NE(summary().find("  1 crash: 1 method moved to a new worker, +9 ms\n"),
            std::string::npos);
}

TEST_F(Summary, SpeaksOfNoMethodThatMovedWhereNoneDid) {
  BlastRadius radius{.losses = {{"crashed", 2}}, .moved_methods = 0, .extra_ns = 206'000'000};
  EXPECT_EQ(radius.text(), "2 crashes: +206 ms for starting anew");
}

TEST_F(Summary, TellsOnceWhatKeptAllClassesFromStarting) {
  ScriptedRunner runner(run_, "a");
  for (const char* const name : {"C", "D", "E"}) {
    runner.plan(name, {"a", "b"})
        .not_run("a", "it is not there")
        .not_run("b", "it is not there")
        .finish_class(ClassStatus::kStartupFailed, 3, "it is not there");
  }
  runner.finish(3).flush();
  const std::string text = summary();
  EXPECT_NE(text.find("    startup_failed core.C and 2 more classes (6 not run)\n"
                      "      it is not there\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("core.D"), std::string::npos) << text;
}

TEST_F(Summary, LeavesOutLinesThatSayNothing) {
  // One method: the loss of its worker moved nobody, and a process of its own would cost the same.
  ScriptedRunner(run_, "a")
      .plan("C", {"a"})
      .worker(1)
      .method(1, 0, "a", MethodStatus::kCrashed)
      .lose(1, "crashed", "a", 0)
      .finish_class(ClassStatus::kFailed, 10)
      .finish(1);
  EXPECT_EQ(summary(), "carpool: 1 test in 1 class: 1 crashed, in 8.0 ms\n    crashed core.C.a\n");
}

TEST_F(Summary, StopsAfterTwentyRedMethods) {
  {
    ScriptedRunner runner(run_, "a");
    std::vector<std::string> names;
    for (int number = 0; number < 25; ++number) names.push_back("m" + std::to_string(number));
    runner.plan("C", names).worker(1);
    for (const std::string& name : names) runner.method(1, 0, name, MethodStatus::kFailed);
    runner.finish_class(ClassStatus::kFailed, 30).finish(1);
  }
  const std::string text = summary();
  EXPECT_NE(text.find("core.C.m19\n"), std::string::npos);
  EXPECT_EQ(text.find("core.C.m20\n"), std::string::npos);
  EXPECT_NE(text.find("    and 5 more, in the report\n"), std::string::npos);
}

TEST_F(Summary, LetsNoTestWriteToTheTerminal) {
  {
    ScriptedRunner runner(run_, "a");
    runner.plan("C", {"a\nb"}).worker(1);
    auto failed = runner.finished(1, 0, "a\nb", MethodStatus::kFailed);
    failed.failures = {{.file = "",
                        .line = 0,
                        .message = "\x1b[2J\a\xc2\x9b"
                                   "1m"}};
    runner.put(failed).finish_class(ClassStatus::kFailed, 30).finish(1);
  }
  const std::string text = summary();
  EXPECT_NE(text.find("failed core.C.a\\nb\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\\x1b[2J\\x07\\u009b1m\n"), std::string::npos) << text;
}

TEST_F(Summary, NeverCallsASavingWhole) {
  Report report = {.spawn_baseline = SpawnEstimate{.spawn_ns = 10'000'000, .continuous_ns = 1}};
  EXPECT_NE(summarise(report).find(": over 99.9 % saved, 10000000x (estimated;"),
            std::string::npos);
  report.spawn_baseline = SpawnEstimate{.spawn_ns = 10, .continuous_ns = 11};
  EXPECT_NE(summarise(report).find(": 10.0 % lost, 0.9x (estimated;"), std::string::npos);
}

TEST(DurationInWords, SuitsItsSize) {
  EXPECT_EQ(duration_in_words(0), "0.0 ms");
  EXPECT_EQ(duration_in_words(1'250'000), "1.2 ms");
  EXPECT_EQ(duration_in_words(84'400'000), "84 ms");
  EXPECT_EQ(duration_in_words(12'345'000'000), "12.35 s");
  EXPECT_EQ(duration_in_words(723'000'000'000), "12 min 3 s");
  EXPECT_EQ(duration_in_words(68'545'000'000'000), "19 h 2 min");
}

}  // namespace
}  // namespace carpool
