#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "journal/record.h"

namespace carpool {

// What a method comes to, given how each rank fared: the worst status, the longest duration, and
// the failures, output and stacks of all with the rank in front. `charged`: the rank whose reason
// counts first, where none fared worse.
MethodFinished merge_ranks(std::vector<RankResult> ranks,
                           std::optional<std::size_t> charged = std::nullopt);

}  // namespace carpool
