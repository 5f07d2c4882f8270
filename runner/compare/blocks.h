#pragma once

#include <functional>
#include <string>
#include <vector>

#include "compare/round.h"

namespace carpool {

// All timed rounds of a comparison. `spawn[i]` and `continuous[i]` ran next to each other and form
// a pair; `references[r][b]` is reference r in block b.
struct TimedRounds {
  std::vector<Round> spawn;
  std::vector<Round> continuous;
  std::vector<std::vector<Round>> references;
};

// Runs `blocks` blocks of spawn, continuous, continuous, spawn (ABBA: a steady drift of the machine
// hits both sides of a block alike), each followed by every reference once, but for one that
// was cut off before. Stops at the first error.
Result<TimedRounds> run_blocks(const RunRound& spawn, const RunRound& continuous,
                               const std::vector<RunRound>& references, int blocks,
                               const std::function<void(const std::string&)>& tell_progress);

}  // namespace carpool
