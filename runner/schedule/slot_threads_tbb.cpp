#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <cstddef>
#include <exception>

#include "schedule/handover.h"
#include "schedule/slot_threads.h"

namespace carpool {
namespace {

// oneTBB starts threads here and throws where it gets none. Nobody could wait for the group then,
// nor destroy it: some of its tasks would never be run.
void enqueue(tbb::task_arena& arena, tbb::task_group& group, Handover& work_of_thread,
             const SlotWork& work) {
  try {
    arena.enqueue(group.defer(work_of_thread.task()));
  } catch (const std::exception& error) {
    work.fail(error.what());
  }
}

}  // namespace

// Sessions block in poll(), and TBB by itself caps threads at the number of cores: it would run
// mostly idle sessions one after another.
void run_on_slots(int slots, const SlotWork& work) {
  const tbb::global_control threads(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(slots) + 1);
  tbb::task_arena arena(slots, 0);
  tbb::task_group group;
  Handover serve([&] { work.serve(work.run); });
  Handover announce([&] {
    work.announce(work.run);
    for (int slot = 0; slot < slots; ++slot) enqueue(arena, group, serve, work);
  });
  enqueue(arena, group, announce, work);
  work.own(work.run);
  Handover wait([&] { group.wait(); });  // another thread's where all slots are taken
  arena.execute(wait.task());
}

}  // namespace carpool
