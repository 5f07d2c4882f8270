#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "session/live_worker.h"

namespace carpool {

struct BatchDone {};

// The fixture could not be set up: no method of the class can run.
struct SuiteSetUpFailed {
  std::string reason;
};

// The worker is gone; the methods not begun have been given back.
struct WorkerLost {
  std::size_t methods_ended = 0;  // of this batch, the one it was lost in included
  std::string reason = {};        // where no method says it
  bool never_began = false;       // no better than a start that failed
};

struct BatchInterrupted {};

using BatchOutcome = std::variant<BatchDone, SuiteSetUpFailed, WorkerLost, BatchInterrupted>;

// Follows a worker through methods of one class that it has been asked for, the first with the id
// `first_id`, and accounts for each of them, whatever happens. After SuiteSetUpFailed the worker
// may live (its set-up failed by an assertion); otherwise only BatchDone leaves it alive.
BatchOutcome follow_batch(LiveWorker& worker, ClassRun& run, const std::vector<WorkItem>& items,
                          std::int64_t first_id, const SessionContext& context);

}  // namespace carpool
