#pragma once

#include <string>
#include <vector>

#include "compare/blocks.h"

namespace carpool {

// What makes the times of a comparison doubtful, in words for people; empty on a quiet machine:
// other processes that wanted its cores when it began, and rounds of the same kind that differ by
// much. Nothing is refused for it: the interval is wider then, and says so itself.
//
// `load_average`: over 1, 5 and 15 minutes before the first process was started; may be empty.
std::vector<std::string> noise(const std::vector<double>& load_average, int cores,
                               const TimedRounds& rounds);

// How far values lie apart, in percent of their middle one and not led astray by a few that are far
// off: 1.4826 times the median distance from the median, on logarithms, which is the standard
// deviation where they are normal (P. J. Rousseeuw and C. Croux, Alternatives to the Median
// Absolute Deviation, 1993). 0 for fewer than two. Values that are not positive are left out.
double robust_spread_percent(const std::vector<double>& values);

}  // namespace carpool
