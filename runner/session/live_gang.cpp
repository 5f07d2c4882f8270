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
  for (std::size_t i = 0; i < gang.ranks.size(); ++i) {
    SessionContext rest = context;
    rest.limits.grace =
        std::max(std::chrono::ceil<std::chrono::milliseconds>(end_of_grace - context.clock.now()),
                 std::chrono::milliseconds(0));
    const bool own = loss.rank ? *loss.rank == i : true;
    WorkerLoss of_rank = own ? loss.loss : others;
    // Counted once for the gang.
    if (i != loss.rank.value_or(0)) of_rank.moved_methods = 0;
    bury(gang.ranks[i], run, of_rank, rest);
  }
  gang.ranks.clear();
  gang.class_name.clear();
  gang.methods_run = 0;
}

std::string rank_in_words(std::size_t rank) { return "rank " + std::to_string(rank); }

}  // namespace carpool
