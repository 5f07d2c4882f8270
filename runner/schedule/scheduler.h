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
// until it is closed, which happens when the last session is done. Throws nothing. Source of the
// thread set-up: oneTBB's task_arena and global_control; sessions block in poll(), and TBB
// otherwise caps threads at the core count and would run mostly idle sessions one after another.
void run_sessions(const RunPlan& plan, RecordQueue& queue, const std::function<void()>& own);

}  // namespace carpool
