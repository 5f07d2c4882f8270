#include "plain/plain_batch.h"

#include "scripted_program.h"

namespace carpool {
namespace {

using Kind = StreamEvent::Kind;

TEST_F(PlainBatchTest, RunsAClassInOneProcess) {
  run({"One", "Two"});
  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=passed");
  EXPECT_EQ(launcher_.filters, std::vector<std::string>{"Class.One:Class.Two"});
  EXPECT_EQ(methods()[1].output.text, "of Class.Two");
  EXPECT_EQ(methods()[1].position, 1);
  EXPECT_EQ(class_finished().status, ClassStatus::kPassed);
  const auto ended = recorded_.all<WorkerEnded>();
  ASSERT_EQ(ended.size(), 1u);
  EXPECT_EQ(ended[0].how, "retired");
  EXPECT_EQ(recorded_.all<WorkerReady>().size(), 1u);
  EXPECT_EQ(recorded_.all<SuiteTornDown>().size(), 1u);
}

TEST_F(PlainBatchTest, AsksGoogleTestsResultsWhichWereSkipped) {
  Script& script = next();
  script.methods["One"] = {part("why\n"), test_end(false)};
  script.methods["Two"] = {part("1 is not 2"), test_end(false)};
  script.after = {end_of(Kind::kSuiteEnd, false), end_of(Kind::kProgramEnd, false),
                  ProcessEnded{Exited{1}}};
  script.results = results_of({{"One", "skipped"}, {"Two", "failed"}, {"Three", "passed"}});
  run({"One", "Two", "Three"});
  EXPECT_EQ(recorded_.verdicts(), "One=skipped Two=failed Three=passed");
  EXPECT_EQ(methods()[0].reason, "why");
  EXPECT_TRUE(methods()[0].failures.empty());
  ASSERT_EQ(methods()[1].failures.size(), 1u);
  EXPECT_EQ(methods()[1].failures[0].message, "1 is not 2");
  EXPECT_EQ(class_finished().status, ClassStatus::kFailed);
  EXPECT_EQ(launcher_.filters.size(), 1u);
}

TEST_F(PlainBatchTest, ChargesACrashToTheMethodAndGoesOn) {
  next().methods["Two"] = {ProcessEnded{Signalled{11}}};
  run({"One", "Two", "Three"});
  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=crashed Three=passed");
  EXPECT_EQ(launcher_.filters,
            (std::vector<std::string>{"Class.One:Class.Two:Class.Three", "Class.Three"}));
  EXPECT_EQ(methods()[1].signal, 11);
  EXPECT_EQ(methods()[1].output.text, "last words");
  EXPECT_EQ(recorded_.all<WorkerEnded>()[0].moved_methods, 1);
  EXPECT_EQ(recorded_.all<WorkerEnded>()[0].during, "Two");
}

TEST_F(PlainBatchTest, DoesNotRunAgainWhatFailedInGoogleTestsOwnWords) {
  Script& first = next();
  first.methods["One"] = {part("Failed\n1 is not 2"), test_end(false)};
  first.methods["Two"] = {ProcessEnded{Signalled{6}}};
  run({"One", "Two", "Three"});
  EXPECT_EQ(recorded_.verdicts(), "One=failed Two=crashed Three=passed");
  EXPECT_EQ(methods()[0].failures.at(0).message, "Failed\n1 is not 2");
  EXPECT_EQ(methods()[0].output.text, "of Class.One");
  EXPECT_EQ(launcher_.filters.size(), 2u);
  EXPECT_EQ(recorded_.all<WorkerEnded>()[0].reason, "");
}

TEST_F(PlainBatchTest, BelievesNoFailureOfAStreamOutOfOrder) {
  Script& first = next();
  first.methods["One"] = {part("Failed\n1 is not 2"), test_end(false), test_end(false)};
  first.methods["Two"] = {ProcessEnded{Signalled{6}}};
  run({"One", "Two"});
  EXPECT_EQ(recorded_.verdicts(), "Two=crashed One=passed");
  EXPECT_EQ(launcher_.filters.size(), 2u);
}

TEST_F(PlainBatchTest, RunsAloneWhatACrashLeftUndecided) {
  Script& first = next();
  first.methods["One"] = {part("1 is not 2"), test_end(false)};
  first.methods["Two"] = {ProcessEnded{Signalled{6}}};
  next();  // of Three
  Script& alone = next();
  alone.methods["One"] = {part("1 is not 2"), test_end(false)};
  alone.after = {end_of(Kind::kSuiteEnd, false), end_of(Kind::kProgramEnd, false),
                 ProcessEnded{Exited{1}}};
  alone.results = results_of({{"One", "failed"}});
  run({"One", "Two", "Three"});
  EXPECT_EQ(recorded_.verdicts(), "Two=crashed Three=passed One=failed");
  EXPECT_EQ(launcher_.filters, (std::vector<std::string>{"Class.One:Class.Two:Class.Three",
                                                         "Class.Three", "Class.One"}));
  EXPECT_EQ(recorded_.all<WorkerEnded>()[0].reason,
            "1 method that has run already runs once more, alone: the process ended before "
            "GoogleTest wrote how it went");
}

TEST_F(PlainBatchTest, DoesNotRunForEverWhatIsNeverDecided) {
  Script& script = next();
  script.methods["One"] = {part("x"), test_end(false)};
  script.after = {end_of(Kind::kSuiteEnd), ProcessEnded{Signalled{11}}};
  run({"One"});
  EXPECT_EQ(recorded_.verdicts(), "One=failed");
  EXPECT_EQ(methods()[0].reason,
            "the process ended before GoogleTest wrote whether it failed or was skipped");
  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
}

TEST_F(PlainBatchTest, EndsAMethodAtItsLimit) {
  next().methods["Two"] = {DeadlinePassed{}};
  run({"One", "Two", "Three"});
  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=timed_out Three=passed");
  EXPECT_EQ(methods()[1].stacks, "main\n");
  EXPECT_EQ(methods()[1].reason, "did not end within 1500 s");
}

TEST_F(PlainBatchTest, CountsTheTimeOfAllProcessesOfAClass) {
  next().methods["One"] = {DeadlinePassed{}};
  run({"One", "Two"});
  EXPECT_EQ(recorded_.verdicts(), "One=timed_out Two=passed");
  EXPECT_EQ(class_finished().wall_ns, std::chrono::nanoseconds(rules_.limits.method).count());
}

TEST_F(PlainBatchTest, CountsWhatItTakesToStartTheProcessAsStartUp) {
  launcher_.launch_takes = std::chrono::milliseconds(7);
  run({"One"});
  EXPECT_EQ(recorded_.all<WorkerReady>().at(0).spawn_ns, 7'000'000);
}

TEST_F(PlainBatchTest, TellsAnExitInAMethod) {
  next().methods["One"] = {ProcessEnded{Exited{0}}};
  run({"One", "Two"});
  EXPECT_EQ(recorded_.verdicts(), "One=exited Two=passed");
  EXPECT_EQ(methods()[0].exit_code, 0);
}

TEST_F(PlainBatchTest, TellsAFailedSuiteSetUp) {
  Script& script = next();
  script.before = {part("no database")};
  script.methods["One"] = {part(""), test_end(false)};
  script.methods["Two"] = {part(""), test_end(false)};
  script.after = {end_of(Kind::kSuiteEnd, false), end_of(Kind::kProgramEnd, false),
                  ProcessEnded{Exited{1}}};
  script.results = results_of({{"One", "skipped"}, {"Two", "skipped"}});
  run({"One", "Two"});
  EXPECT_EQ(recorded_.verdicts(), "One=not_run Two=not_run");
  EXPECT_EQ(class_finished().status, ClassStatus::kSetupFailed);
  EXPECT_EQ(class_finished().reason, "suite set-up failed: no database");
}

TEST_F(PlainBatchTest, TellsACrashInSuiteSetUp) {
  next().before = {ProcessEnded{Signalled{11}}};
  run({"One", "Two"});
  EXPECT_EQ(recorded_.verdicts(), "One=not_run Two=not_run");
  EXPECT_EQ(class_finished().status, ClassStatus::kSetupFailed);
  EXPECT_EQ(launcher_.filters.size(), 1u);
}

TEST_F(PlainBatchTest, TellsAFailedSuiteTearDown) {
  Script& script = next();
  script.after = {part("left open"), end_of(Kind::kSuiteEnd, false),
                  end_of(Kind::kProgramEnd, false), ProcessEnded{Exited{1}}};
  script.results = results_of({{"One", "passed"}});
  run({"One"});
  EXPECT_EQ(recorded_.verdicts(), "One=passed");
  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
  EXPECT_EQ(class_finished().reason, "suite tear-down failed: left open");
}

TEST_F(PlainBatchTest, IsRedForAnExitCodeThatNoTestExplains) {
  Script& script = next();
  script.after = {end_of(Kind::kSuiteEnd), end_of(Kind::kProgramEnd), ProcessEnded{Exited{3}}};
  script.results = results_of({{"One", "passed"}});
  run({"One"});
  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
}

TEST_F(PlainBatchTest, TakesAnExitCodeOfAFailureThatIsTriedAgainForExplained) {
  Script& script = next();
  script.methods["One"] = {part("x"), test_end(false)};
  script.after = {end_of(Kind::kSuiteEnd, false), end_of(Kind::kProgramEnd, false),
                  ProcessEnded{Exited{1}}};
  script.results = results_of({{"One", "failed"}});
  run({"One"}, 1);
  EXPECT_EQ(recorded_.verdicts(), "One=flaky");
  EXPECT_EQ(class_finished().status, ClassStatus::kFlaky);
}

// Linux takes no argument of more than 128 KiB, and in the filter each name stands with the class.
TEST_F(PlainBatchTest, AsksForNoMoreThanFitsIntoOneArgument) {
  class_name_ = std::string(85, 'C');
  std::vector<std::string> names;
  for (int i = 1'000; i < 2'000; ++i) names.push_back(std::string(42, 'm') + std::to_string(i));
  run(names);
  EXPECT_EQ(methods().size(), 1'000u);
  EXPECT_EQ(class_finished().status, ClassStatus::kPassed);
  EXPECT_EQ(launcher_.filters.size(), 2u);
  for (const std::string& filter : launcher_.filters) EXPECT_LT(filter.size(), 127u << 10);
}

TEST_F(PlainBatchTest, GivesUpWhereGoogleTestNeverBegins) {
  for (int process = 0; process < 4; ++process) {
    next() = {.begins = false, .before = {ProcessEnded{Exited{2}}}};
  }
  run({"One", "Two"});
  EXPECT_EQ(recorded_.verdicts(), "One=not_run Two=not_run");
  EXPECT_EQ(class_finished().status, ClassStatus::kStartupFailed);
  EXPECT_EQ(class_finished().reason,
            "the process exited with code 2 before GoogleTest began (does main() give its "
            "arguments to InitGoogleTest(), and is it GoogleTest 1.10 or later?)");
  EXPECT_EQ(launcher_.filters.size(), 3u);
  EXPECT_EQ(recorded_.all<WorkerEnded>()[0].how, "startup_failed");
}

TEST_F(PlainBatchTest, TriesAgainWhereGoogleTestDidNotBeginTwice) {
  next() = {.begins = false, .before = {ProcessEnded{Signalled{11}}}};
  next() = {.begins = false, .before = {ProcessEnded{Signalled{11}}}};
  run({"One", "Two"});
  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=passed");
  EXPECT_EQ(class_finished().status, ClassStatus::kPassed);
}

TEST_F(PlainBatchTest, WaitsForGoogleTestToBeginNoLongerThanForAStart) {
  for (int process = 0; process < 4; ++process) {
    next() = {.begins = false, .before = {DeadlinePassed{}}};
  }
  const TimePoint began = clock_.now();
  run({"One"});
  EXPECT_EQ(recorded_.verdicts(), "One=not_run");
  EXPECT_EQ(class_finished().status, ClassStatus::kStartupFailed);
  EXPECT_EQ(class_finished().reason.find("the process did nothing for 60 s before GoogleTest"), 0u)
      << class_finished().reason;
  EXPECT_EQ(clock_.now() - began, 3 * rules_.limits.start_up);
}

TEST_F(PlainBatchTest, GivesUpWhereTheProgramCannotBeStarted) {
  launcher_.error = "cannot execute";
  run({"One"});
  EXPECT_EQ(recorded_.verdicts(), "One=not_run");
  EXPECT_EQ(class_finished().status, ClassStatus::kStartupFailed);
  EXPECT_EQ(class_finished().reason, "cannot execute");
}

TEST_F(PlainBatchTest, SaysWhichTestTheExecutableHasNoMore) {
  Script& script = next();
  script.before = {end_of(Kind::kSuiteEnd), end_of(Kind::kProgramEnd), ProcessEnded{Exited{0}}};
  script.results = results_of({{"Other", "passed"}});
  run({"One"});
  EXPECT_EQ(recorded_.verdicts(), "One=not_run");
  EXPECT_EQ(methods()[0].reason,
            "the executable has no such test any more, or main() leaves it out");
}

TEST_F(PlainBatchTest, IsInterruptedAtOnce) {
  next().methods["Two"] = {InterruptRequested{}};
  run({"One", "Two", "Three"});
  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=interrupted Three=not_run");
  EXPECT_EQ(class_finished().status, ClassStatus::kInterrupted);
  EXPECT_EQ(recorded_.all<WorkerEnded>()[0].how, "interrupted");
}

}  // namespace
}  // namespace carpool
