#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "command_line/command_line.h"
#include "unit/report/report_fixture.h"

namespace carpool {
namespace {

using testing::ScriptedRunner;

struct Outcome {
  int code = 0;
  std::string out;
  std::string error;
};

class ReportCommand : public testing::ReportFixture {
 protected:
  static Outcome report(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"carpool", "report"});
    std::vector<char*> pointers;
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    ::testing::internal::CaptureStdout();
    ::testing::internal::CaptureStderr();
    Outcome outcome;
    outcome.code = run_command_line(static_cast<int>(pointers.size()), pointers.data());
    outcome.out = ::testing::internal::GetCapturedStdout();
    outcome.error = ::testing::internal::GetCapturedStderr();
    return outcome;
  }

  void script_run(MethodStatus status, ClassStatus of_class) const {
    ScriptedRunner(run_, "a")
        .plan("C", {"a"})
        .worker(1)
        .method(1, 0, "a", status)
        .retire(1)
        .finish_class(of_class, 5)
        .finish(is_red(of_class) ? 1 : 0);
  }
};

TEST_F(ReportCommand, PrintsTheSummaryAndWhereTheReportLies) {
  script_run(MethodStatus::kPassed, ClassStatus::kPassed);
  const Outcome outcome = report({"--results", results_.string()});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.out.find("carpool: 1 test in 1 class: 1 passed"), std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find("  report: " + (results_ / "report.json").string() + "\n"),
            std::string::npos);
  EXPECT_TRUE(std::filesystem::exists(results_ / "report.json"));
}

TEST_F(ReportCommand, LeavesARedRunToItsOwnEntries) {
  script_run(MethodStatus::kFailed, ClassStatus::kFailed);
  EXPECT_EQ(report({"--results", results_.string()}).code, 0);
}

TEST_F(ReportCommand, FindsTheResultsOfARunThatIsNamed) {
  script_run(MethodStatus::kPassed, ClassStatus::kPassed);
  EXPECT_EQ(report({"--run", run_.string() + "/"}).code, 0);
  EXPECT_TRUE(std::filesystem::exists(results_ / "report.json"));
}

TEST_F(ReportCommand, WritesAnotherFileWhereAsked) {
  script_run(MethodStatus::kPassed, ClassStatus::kPassed);
  const auto file = directory_.path() / "else where" / "report.json";
  const Outcome outcome = report({"--results", results_.string(), "-o", file.string()});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.out.find("  report: " + file.string() + "\n"), std::string::npos);
  EXPECT_TRUE(std::filesystem::exists(file));
}

TEST_F(ReportCommand, SaysThatThereIsNoRun) {
  const Outcome of_results = report({"--results", results_.string()});
  EXPECT_EQ(of_results.code, 3);
  EXPECT_NE(of_results.error.find("there is no run in " + (results_ / "runs").string()),
            std::string::npos);
  const Outcome of_run = report({"--run", run_.string()});
  EXPECT_EQ(of_run.code, 3);
  EXPECT_NE(of_run.error.find("there is no run in " + run_.string()), std::string::npos);
}

TEST_F(ReportCommand, IsGreenInACTestThatRanNothingThroughCarpool) {
  const Outcome outcome = report({"--results", results_.string(), "--under-ctest"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.out.find("nothing to report: there is no record of this ctest in " +
                             (results_ / "runs").string()),
            std::string::npos)
      << outcome.out;
}

TEST_F(ReportCommand, IsAnErrorWhereAJournalCannotBeRead) {
  script_run(MethodStatus::kPassed, ClassStatus::kPassed);
  std::ofstream(run_ / "journal-b.ndjson") << "nonsense\n";
  const Outcome outcome = report({"--results", results_.string()});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.out.find("  problem: " + (run_ / "journal-b.ndjson").string() + ":1: "),
            std::string::npos);
  EXPECT_TRUE(std::filesystem::exists(results_ / "report.json"));
}

TEST_F(ReportCommand, NamesTheFileThatCannotBeWritten) {
  script_run(MethodStatus::kPassed, ClassStatus::kPassed);
  std::filesystem::create_directories(results_ / "report.json" / "in the way");
  const Outcome outcome = report({"--results", results_.string()});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.error.find("cannot write " + (results_ / "report.json").string()),
            std::string::npos);
}

TEST_F(ReportCommand, RefusesARunAndResultsAtOnce) {
  EXPECT_EQ(report({"--run", "x", "--results", "y"}).code, 2);
}

}  // namespace
}  // namespace carpool
