#include "broker/broker_run.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "report/report_building.h"
#include "support/temporary_directory.h"

namespace carpool {
namespace {

class BrokerRunTest : public ::testing::Test {
 protected:
  static ClassPlan plan() {
    return {.target = "core",
            .name = "C",
            .methods = {{.name = "One"}, {.name = "Two"}},
            .disabled = {},
            .on_demand = true};
  }
  std::shared_ptr<ClassRun> ask_for(const BrokerRun::ClassName& name, std::size_t method) {
    auto of_class = run_.class_run(name, plan);
    run_.ask_for(name, method);
    return of_class;
  }

  testing::TemporaryDirectory directory_;
  BrokerRun run_{directory_.path(), ::getpid()};
  const BrokerRun::ClassName name_{"core", "C", "stamp"};
};

TEST_F(BrokerRunTest, RemembersAMethodWhoseClassHasBegunAnew) {
  ask_for(name_, 0);
  EXPECT_TRUE(run_.was_asked_for(name_, 0));
  EXPECT_FALSE(run_.was_ever_asked_for(name_, 1));
  run_.close(name_);
  EXPECT_FALSE(run_.was_asked_for(name_, 0));
  EXPECT_TRUE(run_.was_ever_asked_for(name_, 0));
}

TEST_F(BrokerRunTest, TakesAClassOfAnotherBuildForAnother) {
  const auto before = ask_for(name_, 0);
  BrokerRun::ClassName rebuilt = name_;
  rebuilt.stamp = "another";
  EXPECT_FALSE(run_.was_ever_asked_for(rebuilt, 0));
  EXPECT_NE(ask_for(rebuilt, 1), before);
}

TEST_F(BrokerRunTest, AccountsForDisabledClassesOfATargetOnce) {
  TargetManifest manifest;
  manifest.target = "core";
  manifest.test_list = "/b/tests.json";
  TestList tests;
  tests.classes = {{"DISABLED_All", {{.name = "One", .disabled = true}}},
                   {"C", {{.name = "One"}, {.name = "Two", .disabled = true}}}};
  run_.note_disabled_classes(manifest, tests);
  run_.note_disabled_classes(manifest, tests);
  const auto outcome = run_.finish(false);
  EXPECT_TRUE(outcome.troubles.empty());
  const auto report = build_report(outcome.closed.directory);
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report->classes.size(), 1u);
  EXPECT_EQ(report->classes[0].name, "DISABLED_All");
  EXPECT_EQ(report->classes[0].status, ClassStatus::kDisabled);
  EXPECT_TRUE(report->classes[0].earlier_runs.empty());
}

TEST_F(BrokerRunTest, WarnsInTheReport) {
  ask_for(name_, 0)->skip_rest("no device");
  run_.warn("nobody knows the locks");
  const auto outcome = run_.finish(false);
  const auto report = build_report(outcome.closed.directory);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->warnings, std::vector<std::string>{"nobody knows the locks"});
  EXPECT_FALSE(report->run.interrupted);
}

}  // namespace
}  // namespace carpool
