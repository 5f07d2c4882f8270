#include "compare/blocks.h"

#include <fmt/format.h>

#include <numeric>

namespace carpool {
namespace {

Result<void> add_round(const RunRound& run, std::vector<Round>& rounds) {
  Result<Round> round = run();
  if (!round) return round.error();
  rounds.push_back(std::move(*round));
  return {};
}

Result<void> add_block(const RunRound& spawn, const RunRound& continuous,
                       const std::vector<RunRound>& references, TimedRounds& rounds) {
  for (const bool is_spawn : {true, false, false, true}) {
    const Result<void> added =
        is_spawn ? add_round(spawn, rounds.spawn) : add_round(continuous, rounds.continuous);
    if (!added) return added.error();
  }
  for (std::size_t index = 0; index < references.size(); ++index) {
    const std::vector<Round>& before = rounds.references[index];
    if (!before.empty() && !before.back().unusable.empty()) continue;
    const Result<void> added = add_round(references[index], rounds.references[index]);
    if (!added) return added.error();
  }
  return {};
}

std::int64_t wall_ns(const std::vector<Round>& rounds) {
  return std::accumulate(rounds.begin(), rounds.end(), std::int64_t{0},
                         [](std::int64_t sum, const Round& round) { return sum + round.wall_ns; });
}

std::int64_t wall_ns(const TimedRounds& rounds) {
  std::int64_t sum = wall_ns(rounds.spawn) + wall_ns(rounds.continuous);
  for (const std::vector<Round>& reference : rounds.references) sum += wall_ns(reference);
  return sum;
}

std::string time_left(std::int64_t ns) {
  const std::int64_t seconds = (ns + 500'000'000) / 1'000'000'000;
  if (seconds < 120) return fmt::format("{} s", seconds);
  return fmt::format("{} min", (seconds + 30) / 60);
}

// "block 3 of at most 50, interval +-7.1 %, at most about 40 s left".
std::string progress(int block, const BlockPlan& plan, std::int64_t block_ns,
                     const std::string& word) {
  const bool may_end_early = static_cast<bool>(plan.enough);
  std::string text =
      fmt::format("block {} of {}{}", block, may_end_early ? "at most " : "", plan.most);
  if (!word.empty()) text += ", " + word;
  if (block_ns > 0) {
    text += fmt::format(", {}about {} left", may_end_early ? "at most " : "",
                        time_left(block_ns * (plan.most - block + 1)));
  }
  return text;
}

}  // namespace

Result<TimedRounds> run_blocks(const RunRound& spawn, const RunRound& continuous,
                               const std::vector<RunRound>& references, const BlockPlan& plan) {
  TimedRounds rounds;
  rounds.references.resize(references.size());
  std::int64_t block_ns = plan.expected_block_ns;
  std::string word;
  for (int block = 1; block <= plan.most; ++block) {
    plan.tell_progress(progress(block, plan, block_ns, word));
    const Result<void> added = add_block(spawn, continuous, references, rounds);
    if (!added) return added.error();
    if (plan.enough && plan.enough(rounds, word)) break;
    block_ns = wall_ns(rounds) / block;
  }
  return rounds;
}

}  // namespace carpool
