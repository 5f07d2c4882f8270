#include "session/session.h"

#include <algorithm>
#include <utility>

namespace carpool {
namespace {

constexpr int kMostFailedStarts = 3;
constexpr int kMostFruitlessWorkers = 10;
constexpr std::size_t kLargestBatch = 1000;
// A request and its answer cost some 0.05 ms: a hundredth part of this and less.
constexpr std::chrono::milliseconds kSharedBatchTime{20};
constexpr std::size_t kMostClassesAtOnce = 200;
constexpr std::chrono::nanoseconds kTick{1};

std::string why_fruitless(const std::string& last) {
  return std::to_string(kMostFruitlessWorkers) +
         " workers in a row were lost in the first method they ran, or before it" +
         (last.empty() ? "" : "; the last: " + last);
}

}  // namespace

Session::Session(const SessionRules& rules, Gang& gang, const Clock& clock)
    : rules_(rules), gang_(gang), clock_(clock) {}

void Session::serve(ClassRun& run) {
  failed_starts_ = 0;
  serve_pending(run);
}

void Session::serve_pending(ClassRun& run) {
  while (!interrupted_) {
    const std::vector<WorkItem> items = run.take(batch_size(run), gang_.room_for(run));
    if (items.empty()) return;
    serve_items(run, items);
  }
}

void Session::serve_method(ClassRun& run, std::size_t method) {
  failed_starts_ = 0;
  while (!interrupted_) {
    const std::vector<WorkItem> items = run.take_method(method);
    if (items.empty()) return;
    serve_items(run, items);
  }
}

void Session::serve_items(ClassRun& run, const std::vector<WorkItem>& items) {
  if (make_ready(run, items.front())) {
    run_items(run, items);
  } else {
    run.give_back(items);
  }
}

ClassRun& Session::serve_all(const std::vector<ClassRun*>& runs) {
  const TimePoint began = clock_.now();
  for (std::size_t next = 0;; ++next) {
    failed_starts_ = 0;
    next = ride(runs, next);
    serve_pending(*runs[next]);
    if (next + 1 == runs.size()) break;
    close(*runs[next], true);
  }
  const auto mean = std::max<std::chrono::nanoseconds>((clock_.now() - began) / runs.size(), kTick);
  class_time_ = class_time_.count() == 0 ? mean : (class_time_ + mean) / 2;

  ClassRun* open = runs.back();
  for (ClassRun* const run : std::exchange(left_open_, {})) {
    close(*open, true);
    serve(*run);
    open = run;
  }
  return *open;
}

std::size_t Session::classes_at_once() const {
  const bool worker_goes_on = gang_.takes_requests_ahead() && rules_.keep_worker_between_classes &&
                              rules_.recycle_after == 0;
  if (!worker_goes_on || class_time_.count() == 0) return 1;
  const auto by_time = std::chrono::nanoseconds(kSharedBatchTime).count() / class_time_.count();
  return std::clamp<std::size_t>(static_cast<std::size_t>(by_time), 1, kMostClassesAtOnce);
}

// What can be asked for at once: of each class all that share a worker, and no class behind one
// that has more than that.
std::vector<Session::Leg> Session::take_legs(const std::vector<ClassRun*>& runs,
                                             std::size_t first) {
  std::vector<Leg> legs;
  for (std::size_t i = first; i < runs.size(); ++i) {
    ClassRun& run = *runs[i];
    std::vector<WorkItem> items = run.take(kLargestBatch, gang_.room_for(run));
    if (items.empty()) break;
    if (items.front().alone) {
      run.give_back(items);
      break;
    }
    legs.push_back({.run = &run, .items = std::move(items)});
    if (run.pending() > 0) break;
  }
  return legs;
}

// Has one worker run as many of the classes from `first` on as it can. Gives the class that it has
// come to; those before it are closed, or left open for another attempt at some methods.
std::size_t Session::ride(const std::vector<ClassRun*>& runs, std::size_t first) {
  const bool alone = first + 1 == runs.size() || classes_at_once() == 1 ||
                     runs[first]->stops_at_first_red() || !runs[first]->may_share_worker();
  if (alone || interrupted_ || !make_ready(*runs[first], {})) return first;
  std::vector<Leg> legs = take_legs(runs, first);
  for (Leg& leg : legs) leg.first_id = request(*leg.run, leg.items);

  std::size_t at = 0;
  std::size_t begun = 0;
  while (at < legs.size()) {
    ClassRun& run = *legs[at].run;
    ++begun;
    run.begin();
    follow_items(run, legs[at].items, legs[at].first_id);
    if (!gang_.alive() || interrupted_ || begun == legs.size()) break;
    gang_.follow_tear_down(run);
    leave_behind(run);
    ++at;
    if (!gang_.alive()) break;
  }
  // What the worker had been asked for beyond that went with it.
  for (std::size_t i = begun; i < legs.size(); ++i) {
    legs[i].run->give_back(legs[i].items);
    legs[i].run->begin_later();
  }
  return first + at;
}

void Session::leave_behind(ClassRun& run) {
  if (run.pending() > 0 && !run.given_up()) {
    left_open_.push_back(&run);
  } else {
    run.leave();
  }
}

void Session::close(ClassRun& run, bool keep_worker) {
  if (interrupted_) {
    run.give_up(ClassStatus::kInterrupted, "the run was interrupted");
    gang_.interrupt(run);
  } else if (keep_worker && rules_.keep_worker_between_classes) {
    gang_.tear_down(run);
  } else {
    gang_.retire(run, "retired");
  }
  next_reason_ = "first";
  run.leave();
}

// How many methods to ask for at once. Alone with the class there is no reason to hold any back;
// where others share it, no more than what keeps the worker busy for a moment, and a fair part.
std::size_t Session::batch_size(const ClassRun& run) const {
  if (run.stops_at_first_red() && !gang_.stops_at_failure()) return 1;
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
        gang_.alive() ? rules_.recycle_after - gang_.methods_run() : rules_.recycle_after;
    size = std::min(size, static_cast<std::size_t>(std::max(left, 1)));
  }
  return std::min(size, kLargestBatch);
}

// A worker fit to run this item: a fresh one for an item that wants to be alone.
bool Session::make_ready(ClassRun& run, const WorkItem& first) {
  if (first.alone && gang_.alive()) gang_.retire(run, "retired");
  if (gang_.alive()) return true;
  std::string reason = next_reason_;
  if (first.alone) reason = first.attempt > 1 ? "retry" : "isolated";
  return start(run, reason);
}

bool Session::start(ClassRun& run, const std::string& reason) {
  const StartUpOutcome outcome = gang_.start(run, reason);
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
    gang_.retire(run, "retired");
  } else if (const auto* skipped = std::get_if<EnvironmentSkipped>(&outcome)) {
    run.skip_rest(skipped->reason);
    gang_.retire(run, "retired");
  } else {
    interrupted_ = true;
  }
  return false;
}

// Gives the id of the first method.
std::int64_t Session::request(const ClassRun& run, const std::vector<WorkItem>& items) {
  const std::int64_t first_id = next_id_;
  next_id_ += static_cast<std::int64_t>(items.size());
  gang_.request(run, items, first_id);
  return first_id;
}

void Session::run_items(ClassRun& run, const std::vector<WorkItem>& items) {
  const std::int64_t first_id = request(run, items);
  follow_items(run, items, first_id);
}

void Session::follow_items(ClassRun& run, const std::vector<WorkItem>& items,
                           std::int64_t first_id) {
  const TimePoint began = clock_.now();
  const int run_before = gang_.methods_run();
  const bool alone = items.front().alone;
  const BatchOutcome outcome = gang_.follow(run, items, first_id);
  if (std::get_if<BatchInterrupted>(&outcome)) {
    interrupted_ = true;
  } else if (const auto* lost = std::get_if<WorkerLost>(&outcome)) {
    next_reason_ = "after_loss";
    // A process of its own is lost with its method as a matter of course, but not without it.
    const bool fruitless = run_before == 0 && (!alone || lost->methods_ended == 0);
    const int most = lost->never_began ? kMostFailedStarts : kMostFruitlessWorkers;
    if (fruitless && run.note_fruitless_worker() >= most) {
      run.give_up(ClassStatus::kStartupFailed,
                  lost->never_began ? lost->reason : why_fruitless(lost->reason));
    }
  } else if (std::get_if<BatchDone>(&outcome)) {
    note_speed(items.size(), clock_.now() - began);
    const bool worn_out = rules_.recycle_after > 0 && gang_.methods_run() >= rules_.recycle_after;
    if (alone || worn_out) {
      gang_.retire(run, alone ? "retired" : "recycled");
      next_reason_ = alone ? "after_isolated" : "recycled";
    }
  }
}

void Session::note_speed(std::size_t methods, std::chrono::nanoseconds time) {
  const auto mean = time / static_cast<std::int64_t>(std::max<std::size_t>(methods, 1));
  method_time_ = method_time_.count() == 0 ? mean : (method_time_ + mean) / 2;
}

}  // namespace carpool
