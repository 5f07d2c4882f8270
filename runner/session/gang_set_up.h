#pragma once

#include "session/batch.h"
#include "session/live_gang.h"

namespace carpool {

// Has all ranks set up the fixture of the class, and nothing more, so that a set-up that fails in
// one rank leaves none inside a method. BatchDone where all did; WorkerLost where the gang is to be
// tried anew.
BatchOutcome set_up_class(LiveGang& gang, GangLauncher& launcher, ClassRun& run, std::int64_t id,
                          const SessionContext& context);

}  // namespace carpool
