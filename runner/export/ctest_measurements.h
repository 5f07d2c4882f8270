#pragma once

#include <string>
#include <vector>

#include "report/report.h"

namespace carpool {

// Whether the `ctest` with this command line writes Test.xml for a dashboard (-D, -M, -T, -S and
// their long forms), so that measurements in an entry's output reach CDash. It tells its tests in
// no other way.
bool makes_dashboard(const std::vector<std::string>& ctest_command_line);

// What one runner's work cost and saved, as lines that CTest takes out of an entry's output and
// sends to CDash ("Additional Test Measurements" in ctest(1)): `carpool_saved_percent_estimated`,
// `carpool_start_up_ms` (spawn to ready, of all workers), `carpool_suite_set_up_ms` (mean of a
// worker, of all classes) and `carpool_workers_started`. Nothing in them comes from a test.
std::string ctest_measurements(const Report& report);

}  // namespace carpool
