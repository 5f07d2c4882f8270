// A race on purpose: the owner of a run writes what the threads of its sessions read. With
// ThreadSanitizer and tests/support/tsan.supp it has to be reported, or a true race on the same way
// would stay unseen too. What is to be run does not exist, so that no process comes to life.
//   carpool_deliberate_race SLOTS
#include <chrono>
#include <cstdlib>
#include <string>

#include "schedule/record_queue.h"
#include "schedule/scheduler.h"

namespace {

void run_once(int slots) {
  carpool::RunPlan plan;
  plan.targets.emplace_back();
  plan.targets[0].command.executable = "/dev/null";  // never executable, whoever runs this
  for (int i = 0; i < slots; ++i) {
    plan.classes.emplace_back();
    plan.classes.back().tests = {.target = "none",
                                 .name = "Class" + std::to_string(i),
                                 .methods = {{.name = "Method"}},
                                 .disabled = {},
                                 .retries = 0};
  }
  plan.slots = slots;
  carpool::RecordQueue queue(std::chrono::steady_clock::now());
  carpool::run_sessions(plan, queue, [&] {
    // Before the first lock of the queue, which would order it.
    plan.targets[0].workers_per_class = 1;
    for (bool closed = false; !closed;) {
      static_cast<void>(queue.take_all(std::chrono::milliseconds(100), closed));
    }
  });
}

}  // namespace

int main(int argument_count, char** arguments) {
  if (argument_count != 2) return 2;
  // ThreadSanitizer gives up a report where it cannot tell the earlier stack, as with what a thread
  // does first. Threads of oneTBB live on, so that the later rounds are not the first they do.
  for (int round = 0; round < 5; ++round) run_once(std::atoi(arguments[1]));
  return 0;
}
