#include "compare/verdict.h"

#include <gtest/gtest.h>

#include <csignal>

namespace carpool {
namespace {

// What GoogleTest 1.12 writes, without the members that do not matter here.
std::string report(const std::string& members) {
  return R"({"tests": 1, "testsuites": [{"name": "C", "testsuite": [{"name": "m", "status": "RUN", )" +
         members + "}]}]}";
}

const std::string kPassedReport = report(R"("result": "COMPLETED")");
const std::string kSkippedReport = report(R"("result": "SKIPPED")");
const std::string kFailedReport =
    report(R"("result": "COMPLETED", "failures": [{"failure": "a.cpp:1\n1 != 2", "type": ""}])");

CommandEnd exited(int code) { return {.exit_code = code}; }

ClassVerdicts one_method(ClassStatus class_status, PlainVerdict spawn, MethodStatus continuous) {
  return {.class_name = "C",
          .continuous_status = class_status,
          .methods = {"m"},
          .spawn = {std::move(spawn)},
          .continuous = {{.status = continuous, .detail = ""}}};
}

// The bytes as GoogleTest 1.12 escapes them, and a property that the test recorded.
TEST(PlainVerdict, ReadsWhatGoogleTestWrites) {
  const char kReport[] = R"({"testsuites": [{"name": "Gr\u00C3\u00B6\u00C3\u009Fe", "testsuite": [
      {"name": "m", "status": "RUN", "result": "COMPLETED", "failures": "all"}]}]})";
  EXPECT_EQ(plain_verdict(exited(0), kReport,
                          "Gr\xC3\xB6\xC3\x9F"
                          "e",
                          "m")
                .status,
            MethodStatus::kPassed);
}

// A global environment failed: not the test.
TEST(PlainVerdict, PassesOverWhatHasNoName) {
  const char kReport[] = R"({"testsuites": [
      {"name": "C", "testsuite": [{"name": "m", "status": "RUN", "result": "COMPLETED"}]
      }    {"name": "NonTestSuiteFailure", "testsuite": [
          {"name": "", "status": "RUN", "result": "COMPLETED", "failures": [{"failure": "x"}]}]}]})";
  const PlainVerdict verdict = plain_verdict(exited(1), kReport, "C", "m");
  EXPECT_EQ(verdict.status, MethodStatus::kPassed);
  EXPECT_TRUE(verdict.failed_outside);
}

TEST(PlainVerdict, TellsPassFailAndSkipApartByTheReport) {
  EXPECT_EQ(plain_verdict(exited(0), kPassedReport, "C", "m").status, MethodStatus::kPassed);
  EXPECT_EQ(plain_verdict(exited(1), kFailedReport, "C", "m").status, MethodStatus::kFailed);
  const PlainVerdict skipped = plain_verdict(exited(0), kSkippedReport, "C", "m");
  EXPECT_EQ(skipped.status, MethodStatus::kSkipped);
  EXPECT_FALSE(skipped.failed_outside);
}

TEST(PlainVerdict, IsExitedWhereATestExitsWithZeroBeforeTheReport) {
  EXPECT_EQ(plain_verdict(exited(0), std::nullopt, "C", "m").status, MethodStatus::kExited);
}

TEST(PlainVerdict, IsCrashedAndNamesTheSignal) {
  const PlainVerdict verdict = plain_verdict({.signal = SIGSEGV}, std::nullopt, "C", "m");
  EXPECT_EQ(verdict.status, MethodStatus::kCrashed);
  EXPECT_NE(verdict.detail.find("SIGSEGV"), std::string::npos);
}

TEST(PlainVerdict, IsTimedOutWhateverTheReportSays) {
  EXPECT_EQ(plain_verdict({.timed_out = true}, kPassedReport, "C", "m").status,
            MethodStatus::kTimedOut);
}

TEST(PlainVerdict, HasFailedOutsideWhereThePassedMethodsProcessEndsRed) {
  EXPECT_TRUE(plain_verdict(exited(1), kPassedReport, "C", "m").failed_outside);
  EXPECT_TRUE(plain_verdict(exited(1), kSkippedReport, "C", "m").failed_outside);
  EXPECT_TRUE(plain_verdict({.signal = SIGABRT}, kPassedReport, "C", "m").failed_outside);
}

TEST(PlainVerdict, IsNotRunWhereTheFilterSelectedNothingOrAnother) {
  EXPECT_EQ(plain_verdict(exited(0), R"({"testsuites": []})", "C", "m").status,
            MethodStatus::kNotRun);
  EXPECT_EQ(plain_verdict(exited(0), kPassedReport, "C", "other").status, MethodStatus::kNotRun);
}

TEST(PlainVerdict, GoesByTheExitCodeWhereTheReportIsUnreadable) {
  EXPECT_EQ(plain_verdict(exited(0), "{\xff", "C", "m").status, MethodStatus::kPassed);
  EXPECT_EQ(plain_verdict(exited(1), R"({"testsuites": 3})", "C", "m").status,
            MethodStatus::kFailed);
}

TEST(Differences, AreNoneWhereBothSidesAgree) {
  EXPECT_TRUE(differences(one_method(ClassStatus::kPassed, {.status = MethodStatus::kPassed},
                                     MethodStatus::kPassed))
                  .empty());
}

TEST(Differences, NameTheMethodAndBothWords) {
  const auto found = differences(
      one_method(ClassStatus::kFailed, {.status = MethodStatus::kPassed}, MethodStatus::kCrashed));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].method, "m");
  EXPECT_EQ(found[0].spawn, "passed");
  EXPECT_EQ(found[0].continuous, "crashed");
}

TEST(Differences, HoldAMethodThatIsRedOnlyOutsideInAProcessOfItsOwn) {
  const auto found = differences(
      one_method(ClassStatus::kPassed, {.status = MethodStatus::kPassed, .failed_outside = true},
                 MethodStatus::kPassed));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].spawn, "failed_outside");
}

TEST(Differences, AreNoneForASetUpThatFailsOnceHereAndForEachMethodThere) {
  EXPECT_TRUE(differences(one_method(ClassStatus::kSetupFailed,
                                     {.status = MethodStatus::kSkipped, .failed_outside = true},
                                     MethodStatus::kNotRun))
                  .empty());
  EXPECT_EQ(differences(one_method(ClassStatus::kSetupFailed, {.status = MethodStatus::kPassed},
                                   MethodStatus::kNotRun))
                .size(),
            1u);
}

TEST(Differences, HoldTheClassWhoseTearDownFailsOnlyAfterAllItsMethods) {
  const PlainVerdict passed{.status = MethodStatus::kPassed};
  const auto found =
      differences(one_method(ClassStatus::kTeardownFailed, passed, MethodStatus::kPassed));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].method, "");
  EXPECT_EQ(found[0].continuous, "teardown_failed");
  EXPECT_TRUE(differences(one_method(ClassStatus::kTeardownFailed,
                                     {.status = MethodStatus::kPassed, .failed_outside = true},
                                     MethodStatus::kPassed))
                  .empty());
}

}  // namespace
}  // namespace carpool
