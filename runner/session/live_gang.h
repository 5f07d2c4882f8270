#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "session/gang_launcher.h"
#include "session/live_output.h"
#include "session/live_worker.h"
#include "session/meeting.h"

namespace carpool {

// The ranks that a session has at hand, and what it knows of them as a whole. All hold a process,
// or none does, but while the gang is being started or seen out.
struct LiveGang {
  std::vector<LiveWorker> ranks;
  std::vector<std::shared_ptr<RankLiveOutput>> live;  // by rank; the processes share them
  Meeting meeting;
  std::string class_name;  // whose suite set-up all ranks have done; empty for none
  int methods_run = 0;     // since it was started
  bool met_last = false;   // the last news was a call of <carpool/rank.h>

  bool alive() const;
  // One for each rank; null where it holds no process.
  std::vector<Worker*> workers() const;
};

// The first trouble that ends a gang.
struct GangLoss {
  std::optional<std::size_t> rank = {};         // whose it is; none: everybody's
  WorkerLoss loss;                              // of that rank, or of all
  std::map<std::size_t, WorkerLoss> also = {};  // other ranks that were lost by themselves
};

// The next thing that happens to one of `workers`, which are the gang's. Ranks that come together
// again and again leave no moment in which nothing happens: behind each of their calls the deadline
// counts at once.
RankNews next_news(LiveGang& gang, GangLauncher& launcher, const std::vector<Worker*>& workers,
                   TimePoint deadline, const Clock& clock);

// Whom a passed deadline is charged to, of the ranks that are `late` (at least one): the first that
// waits in no call of <carpool/rank.h>, since it is the one that keeps the others there.
std::size_t latest_rank(const LiveGang& gang, const std::function<bool(std::size_t)>& late);

// A launcher may end all ranks for the sake of one. Where one has ended without a word, the rank
// that has had time to say that it crashes; nothing where none has. What else the others have said
// by then is passed over.
std::optional<std::size_t> crashed_beside(LiveGang& gang, GangLauncher& launcher,
                                          std::size_t vanished, const Clock& clock);

// The most that is heard of other ranks once one of them is lost: what they had said before.
constexpr int kMostLastWords = 10'000;

// Ends all ranks, together, and writes their last records: `aborted` for those that no loss is
// of. Nothing of the gang is left afterwards.
void bury_gang(LiveGang& gang, ClassRun& run, const GangLoss& loss, const SessionContext& context);

// "rank 2", for messages.
std::string rank_in_words(std::size_t rank);

}  // namespace carpool
