#pragma once

#include "session/live_worker.h"

namespace carpool {

// Sees a worker out in good order: suite tear-down, global environments' tear-down, the end of
// main(). Each step has a deadline; whatever goes wrong becomes trouble of the class `run`. Nothing
// where there is no worker.
void retire_worker(LiveWorker& worker, ClassRun& run, const std::string& how,
                   const SessionContext& context);

// Lets the worker tear down the fixture of the class it has served, so that the class can be closed
// while the worker goes on to another. The worker is gone afterwards if that went wrong.
void tear_down_class(LiveWorker& worker, ClassRun& run, const SessionContext& context);

// The same where the worker does so unasked, since it has been asked to run another class.
void follow_tear_down(LiveWorker& worker, ClassRun& run, const SessionContext& context);

}  // namespace carpool
