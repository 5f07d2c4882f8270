#pragma once

#include <vector>

#include "journal/record.h"

namespace carpool {

// What a method comes to, given how each rank fared: the worst status, the longest duration, and
// the failures, output and stacks of all with the rank in front.
MethodFinished merge_ranks(std::vector<RankResult> ranks);

}  // namespace carpool
