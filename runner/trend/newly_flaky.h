#pragma once

#include <vector>

#include "trend/findings.h"
#include "trend/run_series.h"

namespace carpool {

// Methods that passed plainly for a while and then were green and red without a reason that runs
// know of, the surest first: within one run (a retry), or back and forth from run to run. What is
// red for good is not flaky. A method that has flaked is told also where the silence before may be
// chance; its p value says so. Once for each method, for the machine on which it is surest.
std::vector<NewlyFlaky> find_newly_flaky(const RunSeries& series, const TrendSettings& settings);

}  // namespace carpool
