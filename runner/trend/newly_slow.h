#pragma once

#include <vector>

#include "trend/findings.h"
#include "trend/run_series.h"

namespace carpool {

// Methods, class set-ups and machines that have become slower and have stayed so, the surest first.
//
// Every series that can at all have gone up by what is worth telling is tested (ChangePointTest),
// all p values are adjusted together, and of those within the level the ones are told that went up
// by enough. Whether a series can have done so is read off its second largest and second smallest
// value: that does not depend on the order of runs, so choosing by it leaves the p values right (R.
// Bourgon, R. Gentleman and W. Huber, PNAS 107, 2010), which choosing by the change itself would
// not.
std::vector<NewlySlow> find_newly_slow(const RunSeries& series, const TrendSettings& settings);

}  // namespace carpool
