#include "scripted_program.h"

// The stream and GoogleTest's results: who is believed, see PlainBatch.

namespace carpool {
namespace {

using Kind = StreamEvent::Kind;

using PlainWitnessesTest = PlainBatchTest;

std::vector<PlainHappening> good_end() {
  return {end_of(Kind::kSuiteEnd), end_of(Kind::kProgramEnd), ProcessEnded{Exited{0}}};
}

std::vector<PlainHappening> red_end() {
  return {end_of(Kind::kSuiteEnd, false), end_of(Kind::kProgramEnd, false),
          ProcessEnded{Exited{1}}};
}

// "event=TestEnd&passed=1", which a test that has failed writes to the stream by itself.
TEST_F(PlainWitnessesTest, DoNotPassAMethodThatTheResultsCallFailed) {
  for (int process = 0; process < 2; ++process) {
    Script& script = next();
    script.methods["One"] = {part("1 is not 2"), test_end(true), test_end(false)};
    script.after = red_end();
    script.results = results_of({{"One", "failed"}, {"Two", "passed"}});
  }
  run({"One", "Two"});
  EXPECT_EQ(recorded_.verdicts(), "Two=passed One=protocol_error");
  EXPECT_EQ(launcher_.filters, (std::vector<std::string>{"Class.One:Class.Two", "Class.One"}));
  EXPECT_EQ(methods()[1].reason,
            "GoogleTest's event stream says that it passed, and GoogleTest's results say that it "
            "failed: something other than GoogleTest has written to one of them");
  EXPECT_EQ(class_finished().status, ClassStatus::kFailed);
}

TEST_F(PlainWitnessesTest, ChargeNobodyForAnotherMethodsForgery) {
  // One says that it has passed, and that Two has begun: its failure would be Two's.
  Script& first = next();
  first.methods["One"] = {part("1 is not 2"), test_end(true), event(Kind::kTestStart, "Two"),
                          test_end(false)};
  first.after = red_end();
  first.results = results_of({{"One", "failed"}, {"Two", "passed"}});
  Script& alone = next();
  alone.methods["One"] = {part("1 is not 2"), test_end(true), event(Kind::kTestStart, "Two"),
                          test_end(false)};
  alone.after = red_end();
  alone.results = results_of({{"One", "failed"}});
  run({"One", "Two"});
  EXPECT_EQ(recorded_.verdicts(), "One=protocol_error Two=passed");
  EXPECT_EQ(launcher_.filters,
            (std::vector<std::string>{"Class.One:Class.Two", "Class.One", "Class.Two"}));
}

TEST_F(PlainWitnessesTest, DoNotPassAMethodThatTheResultsDoNotKnow) {
  Script& script = next();
  script.after = good_end();
  script.results = results_of({{"Other", "passed"}});
  run({"One"});
  EXPECT_EQ(recorded_.verdicts(), "One=protocol_error");
}

TEST_F(PlainWitnessesTest, DoNotPassWhatEndsTheProcessInTheNameOfGoogleTest) {
  // The method says that all is over, and ends the process.
  const std::vector<PlainHappening> forged{test_end(true), end_of(Kind::kSuiteEnd),
                                           end_of(Kind::kProgramEnd), ProcessEnded{Exited{0}}};
  Script& first = next();
  first.methods["One"] = forged;
  first.results = "";
  next();  // of Two
  Script& alone = next();
  alone.methods["One"] = forged;
  alone.results = "";
  run({"One", "Two"});
  EXPECT_EQ(recorded_.verdicts(), "Two=passed One=protocol_error");
  EXPECT_EQ(class_finished().status, ClassStatus::kFailed);
}

TEST_F(PlainWitnessesTest, KnowANameOfSeveralLines) {
  Script& script = next();
  script.before = {event(Kind::kTestStart, "Many"), event(Kind::kForeign), test_end(true)};
  script.before.insert(script.before.end(), {end_of(Kind::kSuiteEnd), end_of(Kind::kProgramEnd),
                                             ProcessEnded{Exited{0}}});
  script.results = results_of({{"Many\\nlines", "passed"}});
  run({"Many\nlines"});
  EXPECT_EQ(recorded_.verdicts(), "Many\nlines=passed");
}

TEST_F(PlainWitnessesTest, BelieveTheStreamOfAProcessThatDied) {
  next().methods["Three"] = {ProcessEnded{Signalled{11}}};
  run({"One", "Two", "Three"});
  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=passed Three=crashed");
  EXPECT_EQ(launcher_.filters.size(), 1u);
}

TEST_F(PlainWitnessesTest, DoNotBelieveItWhereALineIsOutOfItsPlace) {
  Script& first = next();
  first.methods["One"] = {part("1 is not 2"), test_end(true), test_end(false)};
  first.methods["Two"] = {ProcessEnded{Signalled{11}}};
  Script& alone = next();
  alone.methods["One"] = {part("1 is not 2"), test_end(true), test_end(false)};
  alone.after = red_end();
  alone.results = results_of({{"One", "failed"}});
  run({"One", "Two"});
  EXPECT_EQ(recorded_.verdicts(), "Two=crashed One=protocol_error");
}

TEST_F(PlainWitnessesTest, DoNotBelieveItWhereALineIsNotGoogleTests) {
  Script& first = next();
  first.methods["One"] = {event(Kind::kForeign), test_end(true)};
  first.methods["Two"] = {ProcessEnded{Signalled{11}}};
  Script& alone = next();
  alone.methods["One"] = {event(Kind::kForeign), test_end(true)};
  run({"One", "Two"});
  EXPECT_EQ(recorded_.verdicts(), "Two=crashed One=passed");
  EXPECT_EQ(launcher_.filters, (std::vector<std::string>{"Class.One:Class.Two", "Class.One"}));
}

TEST_F(PlainWitnessesTest, LetNobodyPutTheDeadlineOff) {
  Script& script = next();
  script.methods["One"] = {test_end(true), event(Kind::kProgramStart), event(Kind::kForeign),
                           event(Kind::kTestEnd), DeadlinePassed{}};
  script.event_takes = std::chrono::seconds(1);
  const TimePoint began = clock_.now();
  run({"One"});
  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
  // Since the fourth event, the end of the test: what comes behind it has no place there.
  EXPECT_EQ(clock_.now() - began, std::chrono::seconds(4) + rules_.limits.method);
}

// One that the stream called not passed in a process that died is not passed by a second attempt.
TEST_F(PlainWitnessesTest, CallFlakyWhatDidNotPassBeforeACrashAndPassesAlone) {
  Script& first = next();
  first.methods["One"] = {part("a matcher's own words"), test_end(false)};
  first.methods["Two"] = {ProcessEnded{Signalled{6}}};
  run({"One", "Two"});
  EXPECT_EQ(recorded_.verdicts(), "Two=crashed One=flaky");
  EXPECT_EQ(methods().back().reason,
            "it did not pass in a process that ended before GoogleTest wrote whether it failed or "
            "was skipped, and passed alone");
}

TEST_F(PlainWitnessesTest, CallSkippedWhatIsSkippedAloneToo) {
  Script& first = next();
  first.methods["One"] = {part("no licence"), test_end(false)};
  first.methods["Two"] = {ProcessEnded{Signalled{6}}};
  Script& alone = next();
  alone.methods["One"] = {part("no licence"), test_end(false)};
  alone.after = {end_of(Kind::kSuiteEnd), end_of(Kind::kProgramEnd), ProcessEnded{Exited{0}}};
  alone.results = results_of({{"One", "skipped"}});
  run({"One", "Two"});
  EXPECT_EQ(recorded_.verdicts(), "Two=crashed One=skipped");
}

// A test that closes all descriptors closes the stream too; the results have their own way.
TEST_F(PlainWitnessesTest, TakeTheResultsOfAMethodInWhichTheStreamWasLost) {
  Script& first = next();
  first.methods["One"] = {ProcessEnded{Exited{0}}};
  first.results = results_of({{"One", "passed"}, {"Two", "passed"}, {"Three", "failed"}});
  run({"One", "Two", "Three"});
  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=passed Three=passed");
  EXPECT_EQ(launcher_.filters,
            (std::vector<std::string>{"Class.One:Class.Two:Class.Three", "Class.Two:Class.Three"}));
}

TEST_F(PlainWitnessesTest, DoNotPassMethodsOfWhichTheStreamNeverSpoke) {
  Script& script = next();
  script.before = {ProcessEnded{Exited{0}}};
  script.results = results_of({{"One", "passed"}});
  run({"One"});
  EXPECT_EQ(recorded_.verdicts(), "One=not_run");
  EXPECT_NE(methods()[0].reason.find("event stream was closed before a test began"),
            std::string::npos);
}

TEST_F(PlainWitnessesTest, DoNotTakeTheResultsOfAnEarlierRepetition) {
  Script& script = next();
  script.methods["One"] = {test_end(true), event(Kind::kTestStart, "One"), ProcessEnded{Exited{0}}};
  script.results = results_of({{"One", "passed"}});
  run({"One"});
  EXPECT_EQ(recorded_.verdicts(), "One=exited");
}

TEST_F(PlainWitnessesTest, TellTheWorstOfRepetitions) {
  Script& script = next();
  script.methods["One"] = {part("the first time"), test_end(false), event(Kind::kTestStart, "One"),
                           test_end(true)};
  script.after = {end_of(Kind::kSuiteEnd), end_of(Kind::kProgramEnd, false),
                  ProcessEnded{Exited{1}}};
  script.results = results_of({{"One", "passed"}});
  run({"One"});
  EXPECT_EQ(recorded_.verdicts(), "One=failed");
  EXPECT_EQ(methods()[0].reason, "main() had it run more than once, and it did not pass each time");
}

TEST_F(PlainWitnessesTest, RunAgainWhatWasPassedOverAfterAFailure) {
  // --gtest_fail_fast: GoogleTest calls the rest skipped.
  Script& script = next();
  script.methods["One"] = {part(""), test_end(false)};
  script.methods["Two"] = {part("1 is not 2"), test_end(false)};
  script.methods["Three"] = {part(""), test_end(false)};
  script.methods["Four"] = {part("why"), test_end(false)};
  script.after = red_end();
  script.results = results_of(
      {{"One", "skipped"}, {"Two", "failed"}, {"Three", "skipped"}, {"Four", "skipped"}});
  run({"One", "Two", "Three", "Four"});
  EXPECT_EQ(recorded_.verdicts(), "One=skipped Two=failed Four=skipped Three=passed");
  EXPECT_EQ(launcher_.filters.back(), "Class.Three");
}

TEST_F(PlainWitnessesTest, TellAFailedSetUpAlsoWhereMainReturnsZero) {
  Script& script = next();
  script.before = {part("no database")};
  script.methods["One"] = {part(""), test_end(false)};
  script.after = {end_of(Kind::kSuiteEnd, false), end_of(Kind::kProgramEnd, false),
                  ProcessEnded{Exited{0}}};
  script.results = results_of({{"One", "skipped"}});
  run({"One"});
  EXPECT_EQ(recorded_.verdicts(), "One=not_run");
  EXPECT_EQ(class_finished().status, ClassStatus::kSetupFailed);
}

// As a leak sanitizer ends a process, whose tests may have failed as well.
TEST_F(PlainWitnessesTest, TellAnExitThatAFailureDoesNotExplain) {
  Script& script = next();
  script.methods["One"] = {part("1 is not 2"), test_end(false)};
  script.after = {end_of(Kind::kSuiteEnd, false), end_of(Kind::kProgramEnd, false),
                  ProcessEnded{Exited{23}}};
  script.results = results_of({{"One", "failed"}});
  run({"One"});
  EXPECT_EQ(recorded_.verdicts(), "One=failed");
  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
  EXPECT_EQ(class_finished().reason,
            "the process exited with code 23 after all its tests had ended");
}

TEST_F(PlainWitnessesTest, TellAFailedEnvironmentAlsoWhereMainReturnsZero) {
  Script& script = next();
  script.after = {end_of(Kind::kSuiteEnd), part("left open"), end_of(Kind::kProgramEnd, false),
                  ProcessEnded{Exited{0}}};
  script.results = results_of({{"One", "passed"}});
  run({"One"});
  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
  EXPECT_EQ(class_finished().reason,
            "the process exited with code 0 after all its tests had ended, and GoogleTest says "
            "that something outside of them failed: left open");
}

TEST_F(PlainWitnessesTest, DoNotTakeASkipInTearDownForAFailure) {
  Script& script = next();
  script.after = {part("why"), end_of(Kind::kSuiteEnd), end_of(Kind::kProgramEnd),
                  ProcessEnded{Exited{0}}};
  script.results = results_of({{"One", "passed"}});
  run({"One"});
  EXPECT_EQ(class_finished().status, ClassStatus::kPassed);
}

TEST_F(PlainWitnessesTest, AreRedForAnEnvironmentThatTheResultsCallFailed) {
  Script& script = next();
  script.after = {end_of(Kind::kSuiteEnd), part("left open"), end_of(Kind::kProgramEnd, false),
                  ProcessEnded{Exited{1}}};
  script.results = results_of({{"One", "passed"}, {"", "failed"}});
  run({"One"});
  EXPECT_EQ(recorded_.verdicts(), "One=passed");
  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
}

TEST_F(PlainWitnessesTest, SkipWhatAGlobalEnvironmentHasSkipped) {
  Script& script = next();
  script.before = {end_of(Kind::kSuiteEnd), part("no licence"), end_of(Kind::kProgramEnd),
                   ProcessEnded{Exited{0}}};
  script.results = results_of({{"One", "passed"}});  // as GoogleTest has it
  run({"One"});
  EXPECT_EQ(recorded_.verdicts(), "One=skipped");
  EXPECT_EQ(methods()[0].reason, "no licence");
}

TEST_F(PlainWitnessesTest, PassAloneByTheExitCodeWhereTheResultsCannotBeRead) {
  Script& script = next();
  script.after = good_end();
  script.results = "{\"a \" quoted \"key";
  Script& again = next();
  again.after = good_end();
  again.results = "{\"a \" quoted \"key";
  run({"One", "Two"});
  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=passed");
  EXPECT_EQ(launcher_.filters.size(), 3u);
}

TEST_F(PlainWitnessesTest, SayThatMainRunsAllTestsTwice) {
  Script& script = next();
  script.after = {end_of(Kind::kSuiteEnd), end_of(Kind::kProgramEnd), ProcessEnded{Signalled{6}}};
  script.results = results_of({{"One", "passed"}});
  script.outside =
      "[FATAL] Condition sockfd_ != -1 failed. Send() can be called only when there is a "
      "connection.\n";
  run({"One"});
  EXPECT_EQ(recorded_.verdicts(), "One=passed");
  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
  EXPECT_NE(class_finished().reason.find("main() calls RUN_ALL_TESTS() once more"),
            std::string::npos);
}

}  // namespace
}  // namespace carpool
