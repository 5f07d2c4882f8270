#include "export/ctest_measurements.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace carpool::testing {
namespace {

using Words = std::vector<std::string>;

TEST(CtestMeasurements, AreForDashboards) {
  for (const Words& command :
       {Words{"ctest", "-T", "Test"}, Words{"ctest", "-D", "Experimental"},
        Words{"ctest", "-DExperimentalTest"}, Words{"ctest", "-TTest"},
        Words{"ctest", "-S", "script.cmake"}, Words{"ctest", "-SP", "s"},
        Words{"ctest", "-M", "Nightly"}, Words{"ctest", "--dashboard", "Nightly"},
        Words{"ctest", "--test-action=Test"}}) {
    EXPECT_TRUE(makes_dashboard(command)) << command[1];
  }
}

TEST(CtestMeasurements, AreForNobodyElse) {
  for (const Words& command :
       {Words{}, Words{"ctest"}, Words{"ctest", "-V", "-R", "T"}, Words{"ctest", "--test-dir", "b"},
        Words{"ctest", "--timeout", "3"}, Words{"-T"}}) {
    EXPECT_FALSE(makes_dashboard(command)) << command.size();
  }
}

TEST(CtestMeasurements, TellWhatTheWorkersCostAndSaved) {
  Report report;
  report.spawn_baseline = {.spawn_ns = 100, .continuous_ns = 25};
  ClassReport of_class{.name = "</CTestMeasurement>"};
  of_class.workers_started = 2;
  of_class.suite_set_up_ns = 1'500'000;
  of_class.workers.push_back({.spawn_ns = 2'000'000, .init_ns = 250'000});
  of_class.workers.push_back({.spawn_ns = 1'000'000});
  report.classes.push_back(std::move(of_class));
  const std::string type = "<CTestMeasurement type=\"numeric/double\" name=\"carpool_";
  const std::string end = "</CTestMeasurement>\n";
  EXPECT_EQ(ctest_measurements(report),
            type + "saved_percent_estimated\">75.0" + end + type + "start_up_ms\">3.250" + end +
                type + "suite_set_up_ms\">1.500" + end + type + "workers_started\">2" + end);
}

TEST(CtestMeasurements, OfNothingClaimNoSaving) {
  EXPECT_EQ(ctest_measurements(Report{}).find("saved"), std::string::npos);
}

}  // namespace
}  // namespace carpool::testing
