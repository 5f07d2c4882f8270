#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "session/gang_launcher.h"
#include "session/live_worker.h"
#include "session/meeting.h"

namespace carpool {

// The ranks that a session has at hand, and what it knows of them as a whole. All hold a process,
// or none does, but while the gang is being started or seen out.
struct LiveGang {
  std::vector<LiveWorker> ranks;
  Meeting meeting;
  std::string class_name;  // whose suite set-up all ranks have done; empty for none
  int methods_run = 0;     // since it was started

  bool alive() const;
  // One for each rank; null where it holds no process.
  std::vector<Worker*> workers() const;
};

// The first trouble that ends a gang.
struct GangLoss {
  std::optional<std::size_t> rank;              // whose it is; none: everybody's
  WorkerLoss loss;                              // of that rank, or of all
  std::map<std::size_t, WorkerLoss> also = {};  // other ranks that were lost by themselves
};

// Ends all ranks, together, and writes their last records: `aborted` for those that no loss is
// of. Nothing of the gang is left afterwards.
void bury_gang(LiveGang& gang, ClassRun& run, const GangLoss& loss, const SessionContext& context);

// "rank 2", for messages.
std::string rank_in_words(std::size_t rank);

}  // namespace carpool
