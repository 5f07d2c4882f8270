#pragma once

#include <vector>

#include "trend/findings.h"
#include "trend/run_series.h"

namespace carpool {

// Methods that were always red where they ran one way and always green where they ran the other,
// the surest first. Looked at are all attempts since the last one that contradicts it, at least two
// on each side out of at least two runs. Each way has to recur behind the other (one way, the
// other, the one, the other): a test that was broken, run alone until it was mended, and then run
// with all others was red one way and green the other by its code, not by its order.
//
// If the way had no influence, all ways to deal the red attempts out would be as likely, and just
// this one has probability 1 / C(all, red) (R. A. Fisher's exact test for tables in which it is the
// extreme one). That is multiplied by the number of things tried: half of the level goes to "behind
// any other method or as the first" in both directions, the other half to "behind a certain method
// or not" in both directions for each method that ever ran before. Methods that were only ever
// green or only ever red are out of the question; over all others the p values are adjusted
// together.
std::vector<OrderDependent> find_order_dependent(const RunSeries& series,
                                                 const TrendSettings& settings);

}  // namespace carpool
