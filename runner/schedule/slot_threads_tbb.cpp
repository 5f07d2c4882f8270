#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <cstddef>

#include "schedule/handover.h"
#include "schedule/slot_threads.h"

namespace carpool {

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
    for (int slot = 0; slot < slots; ++slot) arena.enqueue(group.defer(serve.task()));
  });
  arena.enqueue(group.defer(announce.task()));
  work.own(work.run);
  Handover wait([&] { group.wait(); });  // another thread's where all slots are taken
  arena.execute(wait.task());
}

}  // namespace carpool
