#include "plain/plain_batch.h"

#include <gtest/gtest.h>

#include <deque>
#include <map>

#include "../session/scripted_worker.h"
#include "plain/plain_gang.h"
#include "session/session.h"

namespace carpool {
namespace {

using Kind = StreamEvent::Kind;

// What a scripted program does about each test that it is asked for.
struct Script {
  std::vector<PlainHappening> before;                          // its first test
  std::map<std::string, std::vector<PlainHappening>> methods;  // in place of a pass
  std::vector<PlainHappening> after;  // its last test, in place of an end in good order
  std::string results;                // its JSON
};

StreamEvent event(Kind kind, std::string name = {}) {
  return {.kind = kind, .name = std::move(name)};
}
StreamEvent part(std::string message) {
  return {.kind = Kind::kPart, .file = "a.cpp", .line = 7, .message = std::move(message)};
}
StreamEvent test_end(bool passed) { return {.kind = Kind::kTestEnd, .passed = passed}; }

class ScriptedProgram final : public PlainProcess {
 public:
  ScriptedProgram(ManualClock& clock, const Script& script, const std::vector<std::string>& names)
      : clock_(clock), results_(script.results) {
    add(event(Kind::kProgramStart));
    add(event(Kind::kSuiteStart, "Class"));
    for (const PlainHappening& happening : script.before) add(happening);
    for (const std::string& name : names) {
      add(event(Kind::kTestStart, name));
      const auto found = script.methods.find(name);
      if (found == script.methods.end()) {
        add(test_end(true));
        continue;
      }
      for (const PlainHappening& happening : found->second) add(happening);
    }
    if (!script.after.empty()) {
      for (const PlainHappening& happening : script.after) add(happening);
      return;
    }
    add(event(Kind::kSuiteEnd));
    add(event(Kind::kProgramEnd));
    add(ProcessEnded{Exited{0}});
  }

  std::int64_t process_id() const override { return 4711; }
  PlainHappening wait(TimePoint deadline) override {
    if (std::exchange(ended_, false)) ADD_FAILURE() << "waits for more than the end";
    if (happenings_.empty()) {
      clock_.move_to(deadline);
      return DeadlinePassed{};
    }
    PlainHappening next = happenings_.front();
    happenings_.pop_front();
    ended_ = std::holds_alternative<ProcessEnded>(next);
    return next;
  }
  CapturedOutput output_of(const std::string& test) override { return {.text = "of " + test}; }
  CapturedOutput output_of_current() override { return {.text = "last words"}; }
  CapturedOutput output_outside() override { return {.text = "outside"}; }
  std::string results() override { return results_; }
  std::string stacks() override { return "main\n"; }
  ProcessEnd stop(std::chrono::milliseconds) override { return Signalled{9}; }
  std::vector<std::string> clean_up() override { return {}; }

 private:
  void add(PlainHappening happening) {
    // What comes behind the end never comes.
    const bool over =
        !happenings_.empty() && std::holds_alternative<ProcessEnded>(happenings_.back());
    if (!over && !hangs_) happenings_.push_back(std::move(happening));
    if (!happenings_.empty() && std::holds_alternative<DeadlinePassed>(happenings_.back())) {
      happenings_.pop_back();
      hangs_ = true;
    }
  }

  ManualClock& clock_;
  std::deque<PlainHappening> happenings_;
  std::string results_;
  bool hangs_ = false;
  bool ended_ = false;
};

class ScriptedPrograms final : public PlainLauncher {
 public:
  explicit ScriptedPrograms(ManualClock& clock) : clock_(clock) {}

  Result<std::unique_ptr<PlainProcess>> launch(const std::string& filter,
                                               std::function<void(std::string_view)>) override {
    filters.push_back(filter);
    if (!error.empty()) return Error{error};
    Script script;
    if (!scripts.empty()) {
      script = scripts.front();
      scripts.pop_front();
    }
    std::vector<std::string> names;
    for (std::size_t at = 0; at <= filter.size();) {
      const std::size_t end = std::min(filter.find(':', at), filter.size());
      const std::string name = filter.substr(at, end - at);
      names.push_back(name.substr(name.find('.') + 1));
      at = end + 1;
    }
    return std::unique_ptr<PlainProcess>(std::make_unique<ScriptedProgram>(clock_, script, names));
  }

  std::vector<std::string> filters;
  std::deque<Script> scripts;
  std::string error;

 private:
  ManualClock& clock_;
};

std::string results_of(const std::map<std::string, bool>& skipped) {
  std::string tests;
  for (const auto& [name, is_skipped] : skipped) {
    tests += (tests.empty() ? "" : ",") + ("{\"name\":\"" + name) +
             "\",\"status\":\"RUN\",\"result\":\"" + (is_skipped ? "SKIPPED" : "COMPLETED") + "\"" +
             (is_skipped ? "" : ",\"failures\":[]") + "}";
  }
  return "{\"testsuites\":[{\"name\":\"Class\",\"testsuite\":[" + tests + "]}]}";
}

class PlainBatchTest : public ::testing::Test {
 protected:
  void run(const std::vector<std::string>& methods, int retries = 0) {
    ClassPlan plan{
        .target = "target", .name = "Class", .methods = {}, .disabled = {}, .retries = retries};
    for (const std::string& name : methods) plan.methods.push_back({.name = name});
    ClassRun class_run(std::move(plan), 1, recorded_, clock_);
    PlainGang gang(launcher_, {recorded_, clock_, rules_.limits}, numbers_);
    Session session(rules_, gang, clock_);
    session.serve(class_run);
    session.close(class_run, false);
  }

  Script& next() { return launcher_.scripts.emplace_back(); }
  std::vector<MethodFinished> methods() const { return recorded_.all<MethodFinished>(); }
  ClassFinished class_finished() const { return recorded_.all<ClassFinished>().at(0); }

  ManualClock clock_;
  ScriptedPrograms launcher_{clock_};
  RecordedRun recorded_;
  std::atomic<int> numbers_{0};
  SessionRules rules_;
};

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
  script.methods["One"] = {part("why"), test_end(false)};
  script.methods["Two"] = {part("1 is not 2"), test_end(false)};
  script.after = {event(Kind::kSuiteEnd), event(Kind::kProgramEnd), ProcessEnded{Exited{1}}};
  script.results = results_of({{"One", true}, {"Two", false}});
  run({"One", "Two", "Three"});
  EXPECT_EQ(recorded_.verdicts(), "Three=passed One=skipped Two=failed");
  EXPECT_EQ(methods()[1].reason, "why");
  EXPECT_TRUE(methods()[1].failures.empty());
  ASSERT_EQ(methods()[2].failures.size(), 1u);
  EXPECT_EQ(methods()[2].failures[0].message, "1 is not 2");
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

TEST_F(PlainBatchTest, RunsAloneWhatACrashLeftUndecided) {
  Script& first = next();
  first.methods["One"] = {part("1 is not 2"), test_end(false)};
  first.methods["Two"] = {ProcessEnded{Signalled{6}}};
  next();  // of Three
  Script& alone = next();
  alone.methods["One"] = {part("1 is not 2"), test_end(false)};
  alone.after = {event(Kind::kSuiteEnd), event(Kind::kProgramEnd), ProcessEnded{Exited{1}}};
  alone.results = results_of({{"One", false}});
  run({"One", "Two", "Three"});
  EXPECT_EQ(recorded_.verdicts(), "Two=crashed Three=passed One=failed");
  EXPECT_EQ(launcher_.filters, (std::vector<std::string>{"Class.One:Class.Two:Class.Three",
                                                         "Class.Three", "Class.One"}));
}

TEST_F(PlainBatchTest, DoesNotRunForEverWhatIsNeverDecided) {
  Script& script = next();
  script.methods["One"] = {part("x"), test_end(false)};
  script.after = {event(Kind::kSuiteEnd), ProcessEnded{Signalled{11}}};
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
  script.after = {event(Kind::kSuiteEnd), event(Kind::kProgramEnd), ProcessEnded{Exited{1}}};
  script.results = results_of({{"One", true}, {"Two", true}});
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
  script.after = {part("left open"), event(Kind::kSuiteEnd), event(Kind::kProgramEnd),
                  ProcessEnded{Exited{1}}};
  run({"One"});
  EXPECT_EQ(recorded_.verdicts(), "One=passed");
  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
  EXPECT_EQ(class_finished().reason, "suite tear-down failed: left open");
}

TEST_F(PlainBatchTest, IsRedForAnExitCodeThatNoTestExplains) {
  next().after = {event(Kind::kSuiteEnd), event(Kind::kProgramEnd), ProcessEnded{Exited{3}}};
  run({"One"});
  EXPECT_EQ(class_finished().status, ClassStatus::kTeardownFailed);
}

TEST_F(PlainBatchTest, TakesAnExitCodeOfAFailureThatIsTriedAgainForExplained) {
  Script& script = next();
  script.methods["One"] = {part("x"), test_end(false)};
  script.after = {event(Kind::kSuiteEnd), event(Kind::kProgramEnd), ProcessEnded{Exited{1}}};
  script.results = results_of({{"One", false}});
  run({"One"}, 1);
  EXPECT_EQ(recorded_.verdicts(), "One=flaky");
  EXPECT_EQ(class_finished().status, ClassStatus::kFlaky);
}

TEST_F(PlainBatchTest, GivesUpWhereGoogleTestNeverBegins) {
  launcher_.error = "cannot execute";
  run({"One"});
  EXPECT_EQ(recorded_.verdicts(), "One=not_run");
  EXPECT_EQ(class_finished().status, ClassStatus::kStartupFailed);
  EXPECT_EQ(class_finished().reason, "cannot execute");
}

TEST_F(PlainBatchTest, SaysWhichTestTheExecutableHasNoMore) {
  next().before = {event(Kind::kSuiteEnd), event(Kind::kProgramEnd), ProcessEnded{Exited{0}}};
  run({"One"});
  EXPECT_EQ(recorded_.verdicts(), "One=not_run");
  EXPECT_EQ(methods()[0].reason, "the executable has no such test any more");
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
