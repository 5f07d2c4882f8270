#include "scripted_program.h"

namespace carpool {
namespace {

using Kind = StreamEvent::Kind;

// Programs of a run that stops at its first red result.
class PlainFailFastTest : public PlainBatchTest {
 protected:
  static constexpr bool kFailFast = true;

  // As GoogleTest has it with its own flag: what is passed over begins, says nothing and ends.
  static std::vector<PlainHappening> passed_over() { return {part(""), test_end(false)}; }
};

TEST_F(PlainFailFastTest, TellsTheProgramOnlyWhereItIsAskedFor) {
  run({"One"}, 0, kFailFast);
  run({"One"});
  EXPECT_EQ(launcher_.told_to_stop, (std::vector<bool>{true, false}));
}

TEST_F(PlainFailFastTest, KeepsTheFailureAndCallsNotRunWhatWasPassedOver) {
  Script& script = next();
  script.methods["Two"] = {part("1 is not 2"), test_end(false)};
  script.methods["Three"] = passed_over();
  script.after = {end_of(Kind::kSuiteEnd, false), end_of(Kind::kProgramEnd, false),
                  ProcessEnded{Exited{1}}};
  script.results = results_of({{"One", "passed"}, {"Two", "failed"}, {"Three", "skipped"}});
  run({"One", "Two", "Three"}, 0, kFailFast);
  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=failed Three=not_run");
  EXPECT_EQ(methods()[1].failures.at(0).message, "1 is not 2");
  EXPECT_EQ(methods()[2].reason, "not begun, since Class.Two was red (--fail-fast)");
  EXPECT_EQ(launcher_.filters.size(), 1u);
  EXPECT_EQ(recorded_.all<WorkerEnded>()[0].moved_methods, 0);
}

TEST_F(PlainFailFastTest, RunsOnAloneWhatACrashLeftUndecidedAndNothingElse) {
  Script& first = next();
  first.methods["One"] = {part("1 is not 2"), test_end(false)};
  first.methods["Two"] = {ProcessEnded{Signalled{6}}};
  Script& alone = next();
  alone.methods["One"] = {part("1 is not 2"), test_end(false)};
  alone.after = {end_of(Kind::kSuiteEnd, false), end_of(Kind::kProgramEnd, false),
                 ProcessEnded{Exited{1}}};
  alone.results = results_of({{"One", "failed"}});
  run({"One", "Two", "Three"}, 0, kFailFast);
  EXPECT_EQ(recorded_.verdicts(), "Two=crashed Three=not_run One=failed");
  EXPECT_EQ(methods().back().failures.at(0).message, "1 is not 2");
  EXPECT_EQ(launcher_.filters,
            (std::vector<std::string>{"Class.One:Class.Two:Class.Three", "Class.One"}));
  EXPECT_EQ(recorded_.all<WorkerEnded>()[0].moved_methods, 1);
}

TEST_F(PlainFailFastTest, KnowsWhatWasPassedOverWithoutResultsToo) {
  Script& script = next();
  script.methods["One"] = {part("Failed\n1 is not 2"), test_end(false)};
  script.methods["Two"] = passed_over();
  script.after = {end_of(Kind::kSuiteEnd, false), ProcessEnded{Signalled{11}}};
  run({"One", "Two"}, 0, kFailFast);
  EXPECT_EQ(recorded_.verdicts(), "One=failed Two=not_run");
  EXPECT_EQ(launcher_.filters.size(), 1u);
}

}  // namespace
}  // namespace carpool
