#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "session/class_run.h"
#include "session/process_launcher.h"
#include "session/session.h"

namespace carpool {

// One batch executable as its workers are run.
struct TargetPlan {
  WorkerCommand command;
  SessionRules rules;
  std::string skip_all;  // why none of its methods is run: all are skipped; empty: they are run
  int workers_per_class = 1;  // WORKERS: sessions that may share one class
  int world_size = 1;         // WORLD_SIZE: ranks per gang
  bool has_plugin = true;     // Carpool's; without it a process runs a batch and ends
};

// What a class must have to itself while it runs.
struct ClassNeeds {
  std::vector<std::string> locks;  // CTest's RESOURCE_LOCK
  int slots = 1;            // of the run's, for each of its gangs; more than there are count as all
  bool run_serial = false;  // no other class beside it

  bool nothing() const { return locks.empty() && slots == 1 && !run_serial; }
};

struct PlannedClass {
  std::size_t target = 0;  // index into RunPlan::targets
  ClassPlan tests;
  ClassNeeds needs;
  std::string leave_out;  // why its methods cannot be run: all are not_run; empty: they are run
};

// All that is to be run.
struct RunPlan {
  std::vector<TargetPlan> targets;
  std::vector<PlannedClass> classes;  // in the order in which they are begun
  int slots = 1;                      // what `needs.slots` are taken from: gangs alive at once
  bool stop_at_first_red = false;     // what has not begun by then is not_run
};

}  // namespace carpool
