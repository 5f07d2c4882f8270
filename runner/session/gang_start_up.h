#pragma once

#include <atomic>

#include "session/live_gang.h"
#include "session/start_up.h"

namespace carpool {

// Starts a gang of `size` ranks and sees all of them through to the take-over. The first rank that
// fails ends the others. WorkerNumbers are taken from `worker_numbers`.
StartUpOutcome start_gang(LiveGang& gang, std::size_t size, GangLauncher& launcher, ClassRun& run,
                          const std::string& reason, const SessionContext& context,
                          std::atomic<int>& worker_numbers);

}  // namespace carpool
