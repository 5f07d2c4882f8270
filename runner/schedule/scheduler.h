#pragma once

#include <functional>
#include <string>
#include <vector>

#include "session/class_run.h"
#include "session/process_launcher.h"
#include "session/session.h"

namespace carpool {

class RecordQueue;

// All that is to be run of one batch executable.
struct RunPlan {
  WorkerCommand command;
  SessionRules rules;
  std::vector<ClassPlan> classes;  // in the order in which they are begun
  std::string skip_all;            // why nothing is run; empty: all is
  int workers_per_class = 1;       // WORKERS: sessions that may share one class
  int world_size = 1;              // WORLD_SIZE: ranks per gang
  int slots = 1;                   // gangs alive at once
};

// How many of the plan's slots have something to do.
int busy_slots(const RunPlan& plan);

// Runs the plan: a session for each slot, on a thread of its own, each taking the next class when
// it is done with one. `own` is called in the caller's thread and must take records from the queue
// until it is closed, which happens when the last session is done. Throws nothing. Source of the
// thread set-up: oneTBB's task_arena and global_control; sessions block in poll(), and TBB
// otherwise caps threads at the core count and would run mostly idle sessions one after another.
void run_sessions(const RunPlan& plan, RecordQueue& queue, const std::function<void()>& own);

}  // namespace carpool
