#pragma once

#include <vector>

#include "trend/run_series.h"

namespace carpool {

// The middle value, or the mean of the two middle ones; 0 for none.
double middle_of(std::vector<double> values);

// Gives each run its pace: how long its methods took beside what they usually take on this machine,
// the median over methods; 1.1 is 10 % longer. A machine that is busy, or a build without
// optimisation, slows all methods alike and none of them in particular: durations are compared
// after they have been divided by it. A run of too few comparable methods gets none.
void find_paces(RunSeries& series);

}  // namespace carpool
