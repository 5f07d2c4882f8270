#include "broker/late_record.h"

#include <gtest/gtest.h>

#include "report/report_building.h"
#include "support/scripted_run.h"
#include "support/temporary_directory.h"

namespace carpool {
namespace {

using testing::ScriptedRunner;

class LateRecord : public ::testing::Test {
 protected:
  static std::vector<Record> failed_tear_down() {
    return {ClassPlanned{.target = "core", .class_name = "C", .methods = {}, .disabled = {}},
            ClassFinished{.target = "core",
                          .class_name = "C",
                          .status = ClassStatus::kTeardownFailed,
                          .reason = "no goodbye"}};
  }

  testing::TemporaryDirectory directory_;
  const ClosedRun run_{.directory = directory_.path() / "runs" / "20261202T004512Z-4711",
                       .results = directory_.path(),
                       .ended_at = rfc3339(testing::kRunBegan_ns + 30 * testing::kMillisecond_ns)};
};

TEST_F(LateRecord, MakesTheClosedRunRedAndNoLonger) {
  {
    ScriptedRunner runner(run_.directory, "broker");
    runner.plan("C", {"a"}).worker(1).method(1, 0, "a");
    runner.finish_class(ClassStatus::kPassed, 10).finish(0);
  }
  const auto before = build_report(run_.directory);
  ASSERT_TRUE(before) << before.error().message;
  EXPECT_FALSE(before->is_red());

  add_to_closed_run(run_, failed_tear_down());
  const auto report = build_report(run_.directory);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->is_red());
  EXPECT_FALSE(report->run.interrupted);
  EXPECT_TRUE(report->problems.empty());
  EXPECT_LT(report->run.wall_ns, 100 * testing::kMillisecond_ns);
  EXPECT_TRUE(std::filesystem::exists(run_.directory / "report.json"));
  EXPECT_TRUE(std::filesystem::exists(run_.results / "report.json"));
}

TEST_F(LateRecord, OfARunThatIsTidiedAwayIsNotWritten) {
  add_to_closed_run(run_, failed_tear_down());
  EXPECT_FALSE(std::filesystem::exists(run_.directory));
}

}  // namespace
}  // namespace carpool
