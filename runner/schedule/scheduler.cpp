#include "schedule/scheduler.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

#include "base/exit_code.h"
#include "base/last_resort.h"
#include "schedule/record_queue.h"
#include "schedule/shares.h"
#include "schedule/slot_gang.h"
#include "schedule/slot_threads.h"

namespace carpool {
namespace {

// A slot's work on one target, from its first class to its last in a row. Gives the claim of
// another target that it came to, or none where nothing is left.
Claim serve_target(const TargetPlan& target, Claim claim, Shares& shares, RecordQueue& queue,
                   const Clock& clock, std::atomic<int>& worker_numbers) {
  const SessionContext context{queue, clock, target.rules.limits};
  SlotGang slot(target.command, target.world_size, target.has_plugin, context, worker_numbers);
  Session session(target.rules, slot.gang(), clock);
  const std::size_t served = claim.target;
  while (!claim.empty() && claim.target == served) {
    ClassRun& open = session.serve_all(claim.runs);
    // Only who may keep the worker claims a class before the last one is closed: closing takes time
    // in which another slot could have begun with it.
    Claim next;
    if (target.rules.keep_worker_between_classes) {
      next = shares.exchange(claim, target.workers_per_class > 1 ? 1 : session.classes_at_once());
    }
    session.close(open, !next.empty());
    if (next.empty()) {
      shares.done(claim);
      next = shares.next();
    }
    claim = std::move(next);
  }
  return claim;
}

// One slot's work, from its first class to its last.
void serve_slot(const RunPlan& plan, Shares& shares, RecordQueue& queue, const Clock& clock,
                std::atomic<int>& worker_numbers) {
  for (Claim claim = shares.next(); !claim.empty();) {
    const TargetPlan& target = plan.targets[claim.target];
    claim = serve_target(target, std::move(claim), shares, queue, clock, worker_numbers);
  }
}

int most_slots(const RunPlan& plan) {
  std::size_t shares = 0;
  for (const PlannedClass& planned : plan.classes) {
    const int workers = plan.targets[planned.target].workers_per_class;
    shares +=
        std::min(planned.tests.methods.size(), static_cast<std::size_t>(std::max(workers, 1)));
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

// A run with several slots, from the first of its threads to the last.
struct SlotsRun {
  const RunPlan& plan;
  RecordQueue& queue;
  const std::function<void()>& own;
  std::atomic<int> busy;
  SteadyClock clock = {};
  std::atomic<int> worker_numbers = 0;
  std::optional<Shares> shares = {};

  static SlotsRun& of(void* run) { return *static_cast<SlotsRun*>(run); }
};

void announce_classes(void* run) {
  SlotsRun& here = SlotsRun::of(run);
  never_throws([&] { here.shares.emplace(here.plan, here.queue, here.clock); });
}

void serve_one_of(void* run) {
  SlotsRun& here = SlotsRun::of(run);
  never_throws(
      [&] { serve_slot(here.plan, *here.shares, here.queue, here.clock, here.worker_numbers); });
  if (--here.busy == 0) here.queue.close();
}

void do_own_part(void* run) { never_throws(SlotsRun::of(run).own); }

void end_without_threads(const char* what) {
  std::_Exit(static_cast<int>(tell_unhandled(std::runtime_error(what))));
}

void run_slots(const RunPlan& plan, int slots, RecordQueue& queue,
               const std::function<void()>& own) {
  SlotsRun run{.plan = plan, .queue = queue, .own = own, .busy = slots};
  run_on_slots(slots, {.run = &run,
                       .announce = announce_classes,
                       .serve = serve_one_of,
                       .own = do_own_part,
                       .fail = end_without_threads});
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

int busy_workers(const RunPlan& plan) {
  const int slots = busy_slots(plan);
  int most = 1;
  for (const PlannedClass& planned : plan.classes) {
    const int gangs = std::max(slots / std::max(planned.needs.slots, 1), 1);
    most = std::max(most, gangs * plan.targets[planned.target].world_size);
  }
  return most;
}

void run_sessions(const RunPlan& plan, RecordQueue& queue, const std::function<void()>& own) {
  const int slots = busy_slots(plan);
  if (slots == 1) {
    run_one_slot(plan, queue, own);
  } else {
    run_slots(plan, slots, queue, own);
  }
}

}  // namespace carpool
