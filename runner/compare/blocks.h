#pragma once

#include <cstdint>
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

// How long to go on, and whom to tell how far it is.
struct BlockPlan {
  int most = 6;
  // Asked after each block: whether it knows enough, so that no further block is run. What it says
  // in `word` is told with the progress ("interval +-7.1 %").
  std::function<bool(const TimedRounds&, std::string& word)> enough = {};
  // For the time left before the first block has ended; 0 where nobody knows.
  std::int64_t expected_block_ns = 0;
  std::function<void(const std::string&)> tell_progress = [](const std::string&) {};
};

// Runs blocks of spawn, continuous, continuous, spawn (ABBA: a steady drift of the machine hits
// both sides of a block alike), each followed by every reference once, but for one that was
// unusable before. Stops at the first error.
Result<TimedRounds> run_blocks(const RunRound& spawn, const RunRound& continuous,
                               const std::vector<RunRound>& references, const BlockPlan& plan);

}  // namespace carpool
