#pragma once

#include <atomic>

#include "session/gang_of_one.h"
#include "session/gang_of_ranks.h"
#include "session/process_gang_launcher.h"

namespace carpool {

// The gang that a session is given, as processes of this machine: of one worker or of several
// ranks.
class SlotGang {
 public:
  // `stop` and `worker_numbers` outlive it.
  SlotGang(const WorkerCommand& command, int world_size, const SessionContext& context,
           std::atomic<int>& worker_numbers, const StopSignal& stop = interrupt_signal())
      : launcher_(command, stop),
        one_(launcher_, context, worker_numbers),
        gang_launcher_(command, stop),
        ranks_(static_cast<std::size_t>(world_size), gang_launcher_, context, worker_numbers),
        several_(world_size > 1) {}

  Gang& gang() { return several_ ? static_cast<Gang&>(ranks_) : one_; }

 private:
  ProcessLauncher launcher_;
  GangOfOne one_;
  ProcessGangLauncher gang_launcher_;
  GangOfRanks ranks_;
  const bool several_;
};

}  // namespace carpool
