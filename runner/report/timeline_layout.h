#pragma once

#include <vector>

#include "report/timeline.h"

namespace carpool {

// Puts a worker's spans, given in the order in which they ended and each with the latest time at
// which it can have ended, one behind the other: none begins before 0 or overlaps the next. What
// lies between two of them, and is long enough to be seen, becomes an idle span.
void lay_out(std::vector<TimelineSpan>& spans);

}  // namespace carpool
