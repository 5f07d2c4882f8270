#include "session_fixture.h"

namespace carpool {
namespace {

using Crash = std::vector<Happening>;

const Happening kSegmentationFault = ProcessEnded{Signalled{11}};

TEST_F(SessionTest, RunsAllMethodsInOneWorker) {
  run({"One", "Two", "Three"});

  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=passed Three=passed");
  EXPECT_EQ(launcher_.log,
            (std::vector<std::string>{"launch", "run Class 1 One Two Three", "retire"}));
  EXPECT_EQ(class_finished().status, ClassStatus::kPassed);
  EXPECT_EQ(methods()[1].position, 1);
  EXPECT_EQ(methods()[1].duration_ns, 3);
  EXPECT_EQ(methods()[1].output.text, "before mark 4");
  EXPECT_EQ(recorded_.all<SuiteSetUp>().at(0).duration_ns, 5);
  EXPECT_EQ(recorded_.all<SuiteTornDown>().at(0).duration_ns, 7);
}

TEST_F(SessionTest, GoesOnWithTheNextMethodAfterACrash) {
  launcher_.scripts.push_back(
      {.methods = {{"Two", Crash{says("crash", {"11", "f+0x1"}), kSegmentationFault}}}});
  run({"One", "Two", "Three", "Four"});

  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=crashed Three=passed Four=passed");
  EXPECT_EQ(launcher_.launches(), 2u);
  EXPECT_EQ(launcher_.log[3], "run Class 5 Three Four");
  EXPECT_EQ(methods()[1].signal, 11);
  EXPECT_EQ(methods()[1].stacks, "f+0x1\n");
  EXPECT_EQ(methods()[1].output.text, "last words");
  const WorkerEnded ended = recorded_.all<WorkerEnded>().at(0);
  EXPECT_EQ(ended.how, "crashed");
  EXPECT_EQ(ended.during, "Two");
  EXPECT_EQ(ended.moved_methods, 2);
  EXPECT_EQ(class_finished().status, ClassStatus::kFailed);
}

TEST_F(SessionTest, StartsNoWorkerAfterACrashInTheLastMethod) {
  launcher_.scripts.push_back({.methods = {{"Two", Crash{kSegmentationFault}}}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=crashed");
  EXPECT_EQ(launcher_.launches(), 1u);
}

TEST_F(SessionTest, CallsAnEndWithoutASignalExited) {
  launcher_.scripts.push_back({.methods = {{"One", Crash{ProcessEnded{Exited{0}}}}}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=exited Two=passed");
  EXPECT_EQ(methods()[0].exit_code, 0);
}

TEST_F(SessionTest, BelievesTheCrashHandlerOfAWorkerBehindALauncher) {
  const Happening announced = says("crash", {"6", "f+0x1"});
  const Happening launcher_is_content = ProcessEnded{Exited{0}};
  launcher_.scripts.push_back({.methods = {{"One", Crash{announced, launcher_is_content}}}});
  launcher_.always.retirement = [&] {
    return std::vector<Happening>{says("suite_torn_down", {"Class", "ok", "7"}), says("bye"),
                                  announced, launcher_is_content};
  };
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=crashed Two=passed");
  EXPECT_EQ(methods()[0].signal, 6);
  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
}

TEST_F(SessionTest, ForgetsACrashThatTheWorkerHasSurvived) {
  launcher_.scripts.push_back(
      {.methods = {
           {"One", {says("crash", {"8", ""}), says("finished", {"ID", "passed", "1", "0", "0"})}},
           {"Two", Crash{ProcessEnded{Exited{3}}}}}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=exited");
}

TEST_F(SessionTest, RemembersAFailureBetweenMethodsWhenItsWorkerIsLost) {
  launcher_.scripts.push_back(
      {.methods = {{"One",
                    {says("finished", {"ID", "passed", "1", "0", "0"}),
                     says("failure", {"-", "nonfatal", "a.cpp", "3", "leaked 1 object"})}},
                   {"Two", Crash{kSegmentationFault}}}});
  run({"One", "Two"}, 1);

  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=flaky");
  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
  EXPECT_EQ(class_finished().reason, "a failure outside of methods: leaked 1 object");
}

TEST_F(SessionTest, TakesAFailureOfAnEndedMethodForNobodys) {
  launcher_.scripts.push_back(
      {.methods = {{"One",
                    {says("finished", {"ID", "passed", "1", "0", "0"}),
                     says("failure", {"ID", "nonfatal", "a.cpp", "3", "came late"})}}}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=passed");
  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
  EXPECT_EQ(class_finished().reason, "suite tear-down failed: came late");
}

TEST_F(SessionTest, ForgetsFailuresThatAPassedMethodHasTakenBack) {
  launcher_.scripts.push_back(
      {.methods = {{"One",
                    {says("failure", {"ID", "nonfatal", "a.cpp", "3", "taken back"}),
                     says("finished", {"ID", "passed", "1", "7", "0"})}},
                   {"Two",
                    {says("failure", {"ID", "nonfatal", "a.cpp", "4", "kept"}),
                     says("finished", {"ID", "failed", "1", "7", "0"})}}}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=failed");
  const auto methods = recorded_.all<MethodFinished>();
  EXPECT_TRUE(methods.at(0).failures.empty());
  EXPECT_EQ(methods.at(0).failures_left_out, 0u);
  EXPECT_EQ(methods.at(1).failures.size(), 1u);
  EXPECT_EQ(methods.at(1).failures_left_out, 7u);
}

TEST_F(SessionTest, IsRedForAFailureBeforeSuiteSetUp) {
  launcher_.always.suite_set_up = [] {
    return std::vector<Happening>{says("failure", {"-", "nonfatal", "a.cpp", "3", "stray"}),
                                  says("suite_set_up", {"Class", "ok", "5"}),
                                  says("started", {"1"}),
                                  says("finished", {"1", "passed", "3", "0", "0"})};
  };
  run({"One"});

  EXPECT_EQ(recorded_.verdicts(), "One=passed");
  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
  EXPECT_EQ(class_finished().reason,
            "a failure outside of methods, before or in suite set-up: stray");
}

TEST_F(SessionTest, TakesStacksAndStopsAWorkerOverTheLimit) {
  rules_.limits.method = std::chrono::seconds(30);
  launcher_.scripts.push_back({.methods = {{"One", Crash{}}}});
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=timed_out Two=passed");
  EXPECT_EQ(methods()[0].stacks, "#0 somewhere\n");
  EXPECT_EQ(methods()[0].reason, "did not end within 30 s");
  EXPECT_EQ(methods()[0].duration_ns, 30'000'000'000);
  EXPECT_EQ(launcher_.log[2], "stop");
}

TEST_F(SessionTest, GivesUpOnAClassWhoseWorkersNeverGetAMethodDone) {
  launcher_.always.methods = {{"M", Crash{kSegmentationFault}}};
  run(std::vector<std::string>(14, "M"));

  EXPECT_EQ(launcher_.launches(), 10u);
  EXPECT_EQ(methods().size(), 14u);
  EXPECT_EQ(methods()[9].final_status, MethodStatus::kCrashed);
  EXPECT_EQ(methods()[10].final_status, MethodStatus::kNotRun);
  EXPECT_EQ(class_finished().status, ClassStatus::kStartupFailed);
}

TEST_F(SessionTest, KeepsGoingThroughManyCrashesAsLongAsMethodsGetDone) {
  launcher_.always.methods = {{"Crash", Crash{kSegmentationFault}}};
  std::vector<std::string> names;
  for (int i = 0; i < 30; ++i) names.insert(names.end(), {"Good" + std::to_string(i), "Crash"});
  run(names);

  EXPECT_EQ(methods().size(), 60u);
  EXPECT_EQ(class_finished().status, ClassStatus::kFailed);
  EXPECT_EQ(class_finished().reason, "");
}

TEST_F(SessionTest, TriesThreeTimesToStartAWorker) {
  launcher_.always.start_up = {says("hello", {"1", "0", "googletest", "1.12.1", "4711"}),
                               ProcessEnded{Exited{3}}};
  run({"One", "Two"});

  EXPECT_EQ(launcher_.launches(), 3u);
  EXPECT_EQ(recorded_.verdicts(), "One=not_run Two=not_run");
  EXPECT_EQ(class_finished().status, ClassStatus::kStartupFailed);
  EXPECT_NE(class_finished().reason.find("exited with code 3 before it was ready"),
            std::string::npos);
}

TEST_F(SessionTest, AsksForTheFilterOfAMainThatLeavesNothingToRun) {
  launcher_.always.start_up = {says("hello", {"1", "0", "googletest", "1.12.1", "4711"}),
                               says("bye")};
  run({"One"});

  EXPECT_EQ(recorded_.verdicts(), "One=not_run");
  EXPECT_EQ(class_finished().status, ClassStatus::kStartupFailed);
  EXPECT_EQ(class_finished().reason,
            "RUN_ALL_TESTS() had nothing to run: does main() set a filter of its own?");
}

TEST_F(SessionTest, DoesNotTryAgainWhereTheExecutableIsMissing) {
  launcher_.refusal = Error{"cannot start /b/t: No such file or directory"};
  run({"One"});

  EXPECT_EQ(launcher_.launches(), 1u);
  EXPECT_EQ(class_finished().reason, "cannot start /b/t: No such file or directory");
}

TEST_F(SessionTest, TellsAnotherProtocolVersionFromNonsense) {
  launcher_.always.start_up = {says("hello", {"2", "9.9", "googletest", "1.12.1", "4711"})};
  run({"One"});

  EXPECT_EQ(launcher_.launches(), 1u);
  EXPECT_NE(class_finished().reason.find("rebuild the executable"), std::string::npos);
}

TEST_F(SessionTest, WaitsForReadyNoLongerThanTheLimit) {
  rules_.limits.start_up = std::chrono::milliseconds(1500);
  launcher_.always.silent_at_start_up = true;
  run({"One"});

  EXPECT_EQ(recorded_.verdicts(), "One=not_run");
  EXPECT_EQ(class_finished().reason, "the worker was not ready within 1500 ms (STARTUP_TIMEOUT)");
}

TEST_F(SessionTest, RunsNothingOfAClassWhoseSetUpFails) {
  launcher_.always.suite_set_up = [] {
    return std::vector<Happening>{says("failure", {"-", "fatal", "f.cpp", "12", "no database"}),
                                  says("suite_set_up", {"Class", "failed", "5"})};
  };
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=not_run Two=not_run");
  EXPECT_EQ(launcher_.launches(), 1u);
  EXPECT_EQ(class_finished().status, ClassStatus::kSetupFailed);
  EXPECT_EQ(class_finished().reason, "suite set-up failed: no database");
  EXPECT_EQ(recorded_.all<SuiteSetUp>().at(0).failures.at(0).line, 12);
  EXPECT_EQ(launcher_.log.back(), "retire");
}

TEST_F(SessionTest, TakesACrashInSuiteSetUpForItsFailure) {
  launcher_.always.suite_set_up = [] { return std::vector<Happening>{kSegmentationFault}; };
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=not_run Two=not_run");
  EXPECT_EQ(launcher_.launches(), 1u);
  EXPECT_EQ(class_finished().status, ClassStatus::kSetupFailed);
}

TEST_F(SessionTest, SkipsAllWhereTheEnvironmentSaysSo) {
  launcher_.always.start_up = {says("hello", {"1", "0", "googletest", "1.12.1", "4711"}),
                               says("ready", {"skipped", "no GPU"})};
  run({"One", "Two"});

  EXPECT_EQ(recorded_.verdicts(), "One=skipped Two=skipped");
  EXPECT_EQ(methods()[0].reason, "no GPU");
  EXPECT_EQ(class_finished().status, ClassStatus::kSkipped);
}

}  // namespace
}  // namespace carpool
