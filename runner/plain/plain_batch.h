#pragma once

#include <string>
#include <vector>

#include "plain/plain_process.h"
#include "session/batch.h"
#include "session/class_run.h"
#include "session/live_worker.h"

namespace carpool {

// The process of a batch, as the journal names it.
struct PlainWorker {
  int number = 0;
  std::string reason;
};

// Starts a process for the items and accounts for each of them, whatever happens; what is still to
// be run is given back. BatchDone: none is.
BatchOutcome run_plain_batch(PlainLauncher& launcher, ClassRun& run,
                             const std::vector<WorkItem>& items, const PlainWorker& worker,
                             const SessionContext& context);

}  // namespace carpool
