#include "session/live_gang.h"

#include <algorithm>
#include <utility>

namespace carpool {

bool LiveGang::alive() const {
  return std::ranges::any_of(ranks, [](const LiveWorker& rank) { return rank.process != nullptr; });
}

std::vector<Worker*> LiveGang::workers() const {
  std::vector<Worker*> all;
  for (const LiveWorker& rank : ranks) all.push_back(rank.process.get());
  return all;
}

RankNews next_news(LiveGang& gang, GangLauncher& launcher, const std::vector<Worker*>& workers,
                   TimePoint deadline, const Clock& clock) {
  if (std::exchange(gang.met_last, false) && clock.now() >= deadline) {
    return {workers.size(), DeadlinePassed{}};
  }
  RankNews news = launcher.wait(workers, deadline);
  const auto* arrived = std::get_if<MessageArrived>(&news.happening);
  gang.met_last = arrived && arrived->message.word == "meet";
  return news;
}

std::size_t latest_rank(const LiveGang& gang, const std::function<bool(std::size_t)>& late) {
  std::optional<std::size_t> first;
  for (std::size_t rank = 0; rank < gang.ranks.size(); ++rank) {
    if (!late(rank)) continue;
    if (gang.meeting.call_of(rank).empty()) return rank;
    if (!first) first = rank;
  }
  return *first;
}

std::optional<std::size_t> crashed_beside(LiveGang& gang, GangLauncher& launcher,
                                          std::size_t vanished, const Clock& clock) {
  std::vector<Worker*> others = gang.workers();
  others[vanished] = nullptr;
  for (int words = 0; words < kMostLastWords; ++words) {
    const RankNews news = launcher.wait(others, clock.now());
    if (news.rank >= others.size()) return std::nullopt;
    const auto* arrived = std::get_if<MessageArrived>(&news.happening);
    if (arrived && arrived->message.word == "crash") {
      keep_crash(gang.ranks[news.rank], arrived->message);
      if (gang.ranks[news.rank].crash_signal) return news.rank;
    }
    if (!arrived) others[news.rank] = nullptr;
  }
  return std::nullopt;
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
