#include "compare/blocks.h"

namespace carpool {
namespace {

Result<void> add_round(const RunRound& run, std::vector<Round>& rounds) {
  Result<Round> round = run();
  if (!round) return round.error();
  rounds.push_back(std::move(*round));
  return {};
}

}  // namespace

Result<TimedRounds> run_blocks(const RunRound& spawn, const RunRound& continuous,
                               const std::vector<RunRound>& references, int blocks,
                               const std::function<void(const std::string&)>& tell_progress) {
  TimedRounds rounds;
  rounds.references.resize(references.size());
  for (int block = 1; block <= blocks; ++block) {
    tell_progress("block " + std::to_string(block) + " of " + std::to_string(blocks));
    for (const bool is_spawn : {true, false, false, true}) {
      const Result<void> added =
          is_spawn ? add_round(spawn, rounds.spawn) : add_round(continuous, rounds.continuous);
      if (!added) return added.error();
    }
    for (std::size_t index = 0; index < references.size(); ++index) {
      const std::vector<Round>& before = rounds.references[index];
      if (!before.empty() && before.back().cut_off) continue;
      const Result<void> added = add_round(references[index], rounds.references[index]);
      if (!added) return added.error();
    }
  }
  return rounds;
}

}  // namespace carpool
