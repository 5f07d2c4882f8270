#include "session/session.h"

#include <algorithm>
#include <utility>

#include "session/batch.h"
#include "session/retirement.h"
#include "session/start_up.h"

namespace carpool {
namespace {

constexpr int kMostFailedStarts = 3;
constexpr int kMostFruitlessWorkers = 10;
constexpr std::size_t kLargestBatch = 1000;
// A request and its answer cost some 0.05 ms: a hundredth part of this and less.
constexpr std::chrono::milliseconds kSharedBatchTime{20};

}  // namespace

Session::Session(SessionRules rules, WorkerLauncher& launcher, RecordSink& sink, const Clock& clock,
                 std::atomic<int>& worker_numbers)
    : rules_(std::move(rules)),
      launcher_(launcher),
      context_{sink, clock, rules_.limits},
      worker_numbers_(worker_numbers) {}

void Session::serve(ClassRun& run) {
  failed_starts_ = 0;
  while (!interrupted_) {
    const std::vector<WorkItem> items = run.take(batch_size(run));
    if (items.empty()) return;
    if (!make_ready(run, items.front())) {
      run.give_back(items);
      if (run.given_up()) return;
      continue;
    }
    run_items(run, items);
  }
}

void Session::close(ClassRun& run, bool keep_worker) {
  if (interrupted_) {
    run.give_up(ClassStatus::kInterrupted, "the run was interrupted");
    bury(worker_, run, {.how = "interrupted", .during = {}, .moved_methods = 0, .end = {}},
         context_);
  } else if (keep_worker && rules_.keep_worker_between_classes) {
    tear_down_class(worker_, run, context_);
  } else {
    retire_worker(worker_, run, "retired", context_);
  }
  next_reason_ = "first";
  run.leave();
}

// How many methods to ask for at once. Alone with the class there is no reason to hold any back;
// where others share it, no more than what keeps the worker busy for a moment, and a fair part.
std::size_t Session::batch_size(const ClassRun& run) const {
  std::size_t size = kLargestBatch;
  const auto sessions = static_cast<std::size_t>(std::max(run.sessions(), 1));
  if (sessions > 1) {
    const auto by_time =
        method_time_.count() == 0
            ? 1
            : std::chrono::nanoseconds(kSharedBatchTime).count() / method_time_.count();
    size = std::clamp<std::size_t>(static_cast<std::size_t>(by_time), 1,
                                   run.pending() / (2 * sessions) + 1);
  }
  if (rules_.recycle_after > 0) {
    const int left =
        worker_.process ? rules_.recycle_after - worker_.methods_run : rules_.recycle_after;
    size = std::min(size, static_cast<std::size_t>(std::max(left, 1)));
  }
  return std::min(size, kLargestBatch);
}

// A worker fit to run this item: a fresh one for an item that wants to be alone.
bool Session::make_ready(ClassRun& run, const WorkItem& first) {
  if (first.alone && worker_.process) {
    retire_worker(worker_, run, "retired", context_);
  }
  if (worker_.process) return true;
  std::string reason = next_reason_;
  if (first.alone) reason = first.attempt > 1 ? "retry" : "isolated";
  return start(run, reason);
}

bool Session::start(ClassRun& run, const std::string& reason) {
  worker_.number = ++worker_numbers_;
  StartUpOutcome outcome = start_worker(worker_, launcher_, run, reason, context_);
  if (std::get_if<WorkerIsReady>(&outcome)) {
    failed_starts_ = 0;
    return true;
  }
  if (const auto* failed = std::get_if<StartUpFailed>(&outcome)) {
    next_reason_ = "after_startup_failed";
    if (failed->hopeless || ++failed_starts_ >= kMostFailedStarts) {
      run.give_up(ClassStatus::kStartupFailed, failed->reason);
    }
  } else if (const auto* environment = std::get_if<EnvironmentFailed>(&outcome)) {
    run.give_up(ClassStatus::kSetupFailed, environment->reason);
    retire_worker(worker_, run, "retired", context_);
  } else if (const auto* skipped = std::get_if<EnvironmentSkipped>(&outcome)) {
    run.skip_rest(skipped->reason);
    retire_worker(worker_, run, "retired", context_);
  } else {
    interrupted_ = true;
  }
  return false;
}

void Session::run_items(ClassRun& run, const std::vector<WorkItem>& items) {
  const TimePoint began = context_.clock.now();
  const int run_before = worker_.methods_run;
  const bool alone = items.front().alone;
  BatchOutcome outcome = run_batch(worker_, run, items, next_id_, context_);
  if (std::get_if<BatchInterrupted>(&outcome)) {
    interrupted_ = true;
  } else if (const auto* lost = std::get_if<WorkerLost>(&outcome)) {
    next_reason_ = "after_loss";
    // A process of its own is lost with its method as a matter of course, but not without it.
    const bool fruitless = run_before == 0 && (!alone || lost->methods_ended == 0);
    if (fruitless && run.note_fruitless_worker() >= kMostFruitlessWorkers) {
      run.give_up(ClassStatus::kStartupFailed,
                  std::to_string(kMostFruitlessWorkers) +
                      " workers in a row were lost in the first method they ran, or before it");
    }
  } else if (std::get_if<BatchDone>(&outcome)) {
    note_speed(items.size(), context_.clock.now() - began);
    const bool worn_out = rules_.recycle_after > 0 && worker_.methods_run >= rules_.recycle_after;
    if (alone || worn_out) {
      retire_worker(worker_, run, alone ? "retired" : "recycled", context_);
      next_reason_ = alone ? "after_isolated" : "recycled";
    }
  }
}

void Session::note_speed(std::size_t methods, std::chrono::nanoseconds time) {
  const auto mean = time / static_cast<std::int64_t>(std::max<std::size_t>(methods, 1));
  method_time_ = method_time_.count() == 0 ? mean : (method_time_ + mean) / 2;
}

}  // namespace carpool
