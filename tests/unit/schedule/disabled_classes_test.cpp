#include "schedule/disabled_classes.h"

#include <gtest/gtest.h>

#include "journal/journal.h"
#include "report/report_building.h"
#include "support/temporary_directory.h"

namespace carpool {
namespace {

TestMethod method(const std::string& name, bool disabled) {
  return {.name = name, .disabled = disabled};
}

TestList some_tests() {
  TestList tests;
  tests.classes = {{"Mixed", {method("Runs", false), method("DISABLED_Off", true)}},
                   {"DISABLED_All", {method("One", true), method("Two", true)}},
                   {"Runs", {method("Passes", false)}}};
  return tests;
}

TEST(DisabledClasses, AreThoseWithNothingToRun) {
  TargetManifest manifest;
  manifest.target = "core";
  const auto classes = disabled_classes(manifest, some_tests());
  ASSERT_EQ(classes.size(), 1u);
  EXPECT_EQ(classes[0].target, "core");
  EXPECT_EQ(classes[0].class_name, "DISABLED_All");
  EXPECT_TRUE(classes[0].methods.empty());
  EXPECT_EQ(classes[0].disabled, (std::vector<std::string>{"One", "Two"}));
}

TEST(DisabledClasses, AreInTheReportOnceHoweverOftenTheyWereNoted) {
  const testing::TemporaryDirectory run;
  for (const char* name : {"first", "second"}) {
    auto journal = Journal::create(run.path(), name);
    ASSERT_TRUE(journal);
    journal->append(RunStarted{.run_id = "1"}, 0);
    const ClassPlanned plan{
        .target = "core", .class_name = "Off", .methods = {}, .disabled = {"A", "B"}};
    for (const Record& record : account_of_disabled(plan)) journal->append(record, 0);
    journal->append(RunFinished{}, 1);
    ASSERT_TRUE(journal->flush());
  }
  const auto report = build_report(run.path());
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->problems.empty());
  ASSERT_EQ(report->classes.size(), 1u);
  EXPECT_EQ(report->classes[0].status, ClassStatus::kDisabled);
  ASSERT_EQ(report->classes[0].methods.size(), 2u);
  EXPECT_EQ(report->classes[0].methods[1].status, MethodStatus::kDisabled);
}

}  // namespace
}  // namespace carpool
