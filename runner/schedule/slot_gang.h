#pragma once

#include <atomic>

#include "plain/plain_gang.h"
#include "plain/plain_launcher.h"
#include "session/gang_of_one.h"
#include "session/gang_of_ranks.h"
#include "session/process_gang_launcher.h"

namespace carpool {

// The gang that a session is given, as processes of this machine: of one worker, of several ranks,
// or, where the executable has no plugin, an ordinary process at a time.
class SlotGang {
 public:
  // `stop` and `worker_numbers` outlive it. `has_plugin`: Carpool's, in the executable.
  SlotGang(const WorkerCommand& command, int world_size, bool has_plugin,
           const SessionContext& context, std::atomic<int>& worker_numbers,
           const StopSignal& stop = interrupt_signal())
      : launcher_(command, stop),
        one_(launcher_, context, worker_numbers),
        gang_launcher_(command, stop),
        ranks_(static_cast<std::size_t>(world_size), gang_launcher_, context, worker_numbers),
        plain_launcher_(command, stop),
        plain_(plain_launcher_, context, worker_numbers),
        several_(world_size > 1),
        has_plugin_(has_plugin) {}

  Gang& gang() {
    if (!has_plugin_) return plain_;
    return several_ ? static_cast<Gang&>(ranks_) : one_;
  }

 private:
  ProcessLauncher launcher_;
  GangOfOne one_;
  ProcessGangLauncher gang_launcher_;
  GangOfRanks ranks_;
  ProcessPlainLauncher plain_launcher_;
  PlainGang plain_;
  const bool several_;
  const bool has_plugin_;
};

}  // namespace carpool
