#include "schedule/scheduler.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "base/exit_code.h"
#include "schedule/handover.h"
#include "schedule/record_queue.h"
#include "schedule/slot_gang.h"

namespace carpool {
namespace {

// The classes of a plan, each as many times as sessions may share it, in order.
class Shares {
 public:
  Shares(const RunPlan& plan, RecordSink& sink, const Clock& clock)
      : slots_(static_cast<std::size_t>(plan.slots)) {
    for (const ClassPlan& wanted : plan.classes) {
      const int methods = static_cast<int>(wanted.methods.size());
      const int shares = std::clamp(plan.workers_per_class, 1, std::max(methods, 1));
      runs_.push_back(std::make_unique<ClassRun>(wanted, shares, sink, clock));
      if (!plan.skip_all.empty()) {
        runs_.back()->skip_rest(plan.skip_all);
        for (int i = 0; i < shares; ++i) runs_.back()->leave();
        continue;
      }
      if (methods == 0) {
        runs_.back()->leave();
        continue;
      }
      for (int i = 0; i < shares; ++i) waiting_.push_back(runs_.back().get());
    }
  }

  // The next class; with `most`, more of them, but not what would keep another slot waiting. None
  // where all are taken.
  std::vector<ClassRun*> next(std::size_t most = 1) {
    const std::lock_guard lock(mutex_);
    if (slots_ > 1) most = std::min(most, waiting_.size() / (2 * slots_) + 1);
    const auto end =
        waiting_.begin() + static_cast<std::ptrdiff_t>(std::min(most, waiting_.size()));
    std::vector<ClassRun*> taken(waiting_.begin(), end);
    waiting_.erase(waiting_.begin(), end);
    return taken;
  }

 private:
  const std::size_t slots_;
  std::vector<std::unique_ptr<ClassRun>> runs_;
  std::mutex mutex_;
  std::deque<ClassRun*> waiting_;
};

// One slot's work, from its first class to its last.
void serve_slot(const RunPlan& plan, Shares& shares, RecordQueue& queue, const Clock& clock,
                std::atomic<int>& worker_numbers) {
  const SessionContext context{queue, clock, plan.rules.limits};
  SlotGang slot(plan.command, plan.world_size, context, worker_numbers);
  Session session(plan.rules, slot.gang(), clock);
  const bool keep_worker = plan.rules.keep_worker_between_classes;
  const bool shared = plan.workers_per_class > 1;
  for (std::vector<ClassRun*> runs = shares.next(); !runs.empty();) {
    ClassRun& open = session.serve_all(runs);
    // Only who may keep the worker claims a class before the last one is closed: closing takes time
    // in which another slot could have begun with it.
    runs.clear();
    if (keep_worker) runs = shares.next(shared ? 1 : session.classes_at_once());
    session.close(open, !runs.empty());
    if (!keep_worker) runs = shares.next();
  }
}

int most_slots(const RunPlan& plan) {
  std::size_t shares = 0;
  for (const ClassPlan& wanted : plan.classes) {
    shares += std::min(wanted.methods.size(),
                       static_cast<std::size_t>(std::max(plan.workers_per_class, 1)));
  }
  return static_cast<int>(std::clamp<std::size_t>(shares, 1, 1024));
}

// Out of memory, or a fault of ours: nothing of the run can be trusted any more, and workers and
// guardian see to their own end when this process is gone.
template <typename Work>
void never_throws(const Work& work) {
  try {
    work();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "carpool: the run failed, which is a fault of Carpool's: %s\n",
                 error.what());
    std::_Exit(static_cast<int>(ExitCode::kBug));
  }
}

void run_slots(const RunPlan& plan, int slots, RecordQueue& queue,
               const std::function<void()>& own) {
  const SteadyClock clock;
  std::atomic<int> worker_numbers{0};
  const tbb::global_control threads(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(slots) + 1);
  tbb::task_arena arena(slots, 0);
  tbb::task_group group;
  std::optional<Shares> shares;
  std::atomic<int> busy{slots};
  Handover serve([&] {
    never_throws([&] { serve_slot(plan, *shares, queue, clock, worker_numbers); });
    if (--busy == 0) queue.close();
  });
  // Announcing the classes fills the queue, so it needs the owner at the other end already.
  Handover announce([&] {
    never_throws([&] { shares.emplace(plan, queue, clock); });
    for (int slot = 0; slot < slots; ++slot) arena.enqueue(group.defer(serve.task()));
  });
  arena.enqueue(group.defer(announce.task()));
  never_throws(own);
  Handover wait([&] { group.wait(); });  // another thread's where all slots are taken
  arena.execute(wait.task());
}

// The usual entry of a ctest run. It would wait for a pool of threads longer than for its worker.
void run_one_slot(const RunPlan& plan, RecordQueue& queue, const std::function<void()>& own) {
  std::jthread session([&] {
    never_throws([&] {
      const SteadyClock clock;
      std::atomic<int> worker_numbers{0};
      Shares shares(plan, queue, clock);
      serve_slot(plan, shares, queue, clock, worker_numbers);
    });
    queue.close();
  });
  never_throws(own);
}

}  // namespace

int busy_slots(const RunPlan& plan) { return std::clamp(plan.slots, 1, most_slots(plan)); }

void run_sessions(const RunPlan& plan, RecordQueue& queue, const std::function<void()>& own) {
  const int slots = busy_slots(plan);
  if (slots == 1) {
    run_one_slot(plan, queue, own);
  } else {
    run_slots(plan, slots, queue, own);
  }
}

}  // namespace carpool
