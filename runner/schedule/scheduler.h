#pragma once

#include <functional>

#include "schedule/run_plan.h"

namespace carpool {

class RecordQueue;

// How many of the plan's slots have something to do.
int busy_slots(const RunPlan& plan);

// How many workers may be alive at once.
int busy_workers(const RunPlan& plan);

// Runs the plan: a session for each slot, on a thread of its own, each taking the next class when
// it is done with one. `own` is called in the caller's thread and must take records from the queue
// until it is closed, which happens when the last session is done. Throws CannotRun where what
// carries the threads of several slots cannot be loaded (slot_threads.h); where the system grants
// no thread, the process ends with that.
void run_sessions(const RunPlan& plan, RecordQueue& queue, const std::function<void()>& own);

}  // namespace carpool
