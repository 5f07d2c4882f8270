#include "plain/plain_batch.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/counted.h"
#include "manifest/exact_filter.h"
#include "plain/plain_conversation.h"

namespace carpool {

TimePoint PlainBatch::deadline() const {
  switch (phase_) {
    case Phase::kStarting:
      return since_ + context_.limits.start_up;
    case Phase::kEnding:
      return since_ + context_.limits.exit;
    default:
      return since_ + context_.limits.method;
  }
}

BatchOutcome PlainBatch::converse() {
  while (true) {
    if (Step end = take(process_.wait(deadline()))) return std::move(*end);
  }
}

PlainBatch::Step PlainBatch::take(const PlainHappening& happening) {
  if (const auto* event = std::get_if<StreamEvent>(&happening)) {
    take_event(*event);
    return std::nullopt;
  }
  if (const auto* end = std::get_if<ProcessEnded>(&happening)) return ended(end->end);
  if (std::get_if<DeadlinePassed>(&happening)) return limit_passed();
  return interrupted();
}

MethodFinished PlainBatch::record_of_current(MethodStatus status) {
  MethodFinished record = account_.take();
  record.status = status;
  record.worker = worker_.number;
  record.position = position_++;
  record.duration_ns = since(since_);
  return record;
}

void PlainBatch::finish(std::size_t item, MethodFinished record) {
  fate_[item] = Fate::kDone;
  any_failed_ = any_failed_ || is_red(record.status);
  run_.finish(items_[item], std::move(record));
}

void PlainBatch::finish(std::size_t item, MethodFinished record, MethodStatus status,
                        std::string reason) {
  record.status = status;
  record.reason = std::move(reason);
  finish(item, std::move(record));
}

// Those that were not begun, and alone those that nobody knows about.
std::size_t PlainBatch::give_back_rest() {
  std::vector<WorkItem> rest;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (fate_[i] == Fate::kDone) continue;
    rest.push_back(items_[i]);
    if (fate_[i] == Fate::kAgainAlone || fate_[i] == Fate::kAgainInDoubt) {
      rest.back().alone = rest.back().again = true;
    }
    if (fate_[i] == Fate::kAgainInDoubt) rest.back().did_not_pass = true;
  }
  return run_.give_back(rest);
}

// Of those that have run already: a person would wonder who runs them twice.
std::string PlainBatch::why_again() const {
  const auto again = std::ranges::count_if(
      fate_, [](Fate fate) { return fate == Fate::kAgainAlone || fate == Fate::kAgainInDoubt; });
  if (again == 0) return {};
  return counted(again, "method that has run already runs", "methods that have run already run") +
         " once more, alone: " +
         (results_ ? "GoogleTest's results and its event stream do not say the same"
                   : "the process ended before GoogleTest wrote how " +
                         std::string(again == 1 ? "it" : "they") + " went");
}

void PlainBatch::bury(const std::string& how, const ProcessEnd& end, std::size_t moved) {
  if (printed_outside_.text.empty()) printed_outside_ = process_.output_outside();
  WorkerEnded record{.target = run_.plan().target,
                     .class_name = run_.plan().name,
                     .worker = worker_.number,
                     .how = how,
                     .during = during_,
                     .moved_methods = static_cast<int>(moved),
                     .survivors = process_.clean_up(),
                     .output = std::move(printed_outside_),
                     .reason = why_again()};
  if (const auto* exited = std::get_if<Exited>(&end)) record.exit_code = exited->code;
  if (const auto* signalled = std::get_if<Signalled>(&end)) record.signal = signalled->signal;
  if (how == "retired" && phase_ == Phase::kEnding) record.exit_ns = since(since_);
  context_.sink.put(std::move(record));
}

void PlainBatch::lose_current(MethodFinished record) {
  during_ = run_.method_name(items_[current_]);
  finish(current_, std::move(record));
}

BatchOutcome PlainBatch::ended(const ProcessEnd& end) {
  const auto* const signalled = std::get_if<Signalled>(&end);
  const std::string what = "the process " + describe(end);
  std::string how = signalled ? "crashed" : "exited";
  read_results();
  if (results_ && phase_ != Phase::kEnding && !repeated_) note_lost_stream();
  decide(&end);
  if (phase_ == Phase::kRunning) {
    MethodFinished record =
        record_of_current(signalled ? MethodStatus::kCrashed : MethodStatus::kExited);
    record.reason = what;
    record.output = process_.output_of_current();
    if (signalled) record.signal = signalled->signal;
    if (const auto* exited = std::get_if<Exited>(&end)) record.exit_code = exited->code;
    lose_current(std::move(record));
  } else if (phase_ == Phase::kEnding) {
    account_for_unheard(end);
    judge_end(end);
    if (!signalled) how = "retired";
  } else {
    if (phase_ == Phase::kStarting) how = "startup_failed";
    lose_between(what, what + " in suite set-up");
  }
  return leave(how, end);
}

BatchOutcome PlainBatch::limit_passed() {
  const std::string limit = in_words(context_.limits.method);
  std::string how = "timed_out";
  const std::string stacks = process_.stacks();
  const ProcessEnd end = process_.stop(context_.limits.grace);
  read_results();
  decide(nullptr);
  if (phase_ == Phase::kRunning) {
    MethodFinished record = record_of_current(MethodStatus::kTimedOut);
    record.reason = "did not end within " + limit;
    record.stacks = stacks;
    record.output = process_.output_of_current();
    lose_current(std::move(record));
  } else if (phase_ == Phase::kEnding) {
    run_.note_trouble(ClassStatus::kTeardownFailed, "the process did not end within " +
                                                        in_words(context_.limits.exit) +
                                                        " after all its tests had ended");
  } else {
    if (phase_ == Phase::kStarting) how = "startup_failed";
    const auto allowed =
        phase_ == Phase::kStarting ? context_.limits.start_up : context_.limits.method;
    lose_between("the process did nothing for " + in_words(allowed),
                 "suite set-up did not end within " + limit);
  }
  return leave(how, end);
}

BatchOutcome PlainBatch::leave(const std::string& how, const ProcessEnd& end) {
  const std::size_t moved = give_back_rest();
  bury(how, end, moved);
  if (moved == 0) return BatchDone{};
  return WorkerLost{.methods_ended = items_.size() - moved,
                    .reason = why_never_began_,
                    .never_began = !why_never_began_.empty()};
}

BatchOutcome PlainBatch::interrupted() {
  const ProcessEnd end = process_.stop(context_.limits.grace);
  constexpr char kReason[] = "the run was interrupted";
  if (phase_ == Phase::kRunning) held_.erase(current_);  // ended before, but not this time
  for (auto& [item, held] : std::exchange(held_, {})) {
    held.record.output = process_.output_of(full_name(item));
    if (held.passed && !flawed_) {
      finish(item, std::move(held.record), MethodStatus::kPassed, {});
    } else {
      finish(item, std::move(held.record), MethodStatus::kInterrupted,
             std::string(kReason) + " before it was known how it went");
    }
  }
  if (phase_ == Phase::kRunning) {
    MethodFinished record = record_of_current(MethodStatus::kInterrupted);
    record.reason = kReason;
    record.output = process_.output_of_current();
    lose_current(std::move(record));
  }
  bury("interrupted", end, give_back_rest());
  return BatchInterrupted{};
}

namespace {

std::string filter_for(const ClassRun& run, const std::vector<WorkItem>& items) {
  std::string filter;
  for (const WorkItem& item : items) {
    if (!filter.empty()) filter += ':';
    filter += ExactFilter::loose_pattern_for(run.plan().name + "." + run.method_name(item));
  }
  return filter;
}

}  // namespace

BatchOutcome run_plain_batch(PlainLauncher& launcher, ClassRun& run,
                             const std::vector<WorkItem>& items, const PlainWorker& worker,
                             const SessionContext& context) {
  const TimePoint spawned = context.clock.now();
  auto process =
      launcher.launch({filter_for(run, items), run.stops_at_first_red()},
                      [&](std::string_view bytes) { context.sink.show_live(std::string(bytes)); });
  if (!process) {
    run.give_up(ClassStatus::kStartupFailed, process.error().message);
    run.give_back(items);
    return WorkerLost{};
  }
  context.sink.put(WorkerStarted{.target = run.plan().target,
                                 .class_name = run.plan().name,
                                 .worker = worker.number,
                                 .process_id = (*process)->process_id(),
                                 .rank = std::nullopt,
                                 .reason = worker.reason});
  return PlainBatch(**process, run, items, worker, context, spawned).converse();
}

}  // namespace carpool
