#include "session/live_gang.h"

#include <algorithm>

namespace carpool {

bool LiveGang::alive() const {
  return std::ranges::any_of(ranks, [](const LiveWorker& rank) { return rank.process != nullptr; });
}

std::vector<Worker*> LiveGang::workers() const {
  std::vector<Worker*> all;
  for (const LiveWorker& rank : ranks) all.push_back(rank.process.get());
  return all;
}

void bury_gang(LiveGang& gang, ClassRun& run, const GangLoss& loss, const SessionContext& context) {
  for (const LiveWorker& rank : gang.ranks) {
    if (rank.process) rank.process->ask_to_stop();
  }
  // One grace for all of them.
  const TimePoint end_of_grace = context.after(context.limits.grace);
  WorkerLoss others{.how = "aborted", .during = loss.loss.during, .moved_methods = 0, .end = {}};
  const auto bury_rank = [&](std::size_t rank, WorkerLoss of_rank) {
    SessionContext rest = context;
    rest.limits.grace = context.left_until(end_of_grace);
    if (rank != loss.rank.value_or(0)) of_rank.moved_methods = 0;  // counted once for the gang
    bury(gang.ranks[rank], run, of_rank, rest);
  };
  for (std::size_t rank = 0; rank < gang.ranks.size(); ++rank) {
    const auto own = loss.also.find(rank);
    if (own != loss.also.end()) {
      bury_rank(rank, own->second);
    } else if (loss.rank != rank) {
      bury_rank(rank, loss.rank ? others : loss.loss);
    }
  }
  // Last, when a common launcher has said what it has to say about it.
  if (loss.rank && *loss.rank < gang.ranks.size()) bury_rank(*loss.rank, loss.loss);
  gang = LiveGang();
}

std::string rank_in_words(std::size_t rank) { return "rank " + std::to_string(rank); }

}  // namespace carpool
