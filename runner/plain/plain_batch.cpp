#include "plain/plain_batch.h"

#include <optional>
#include <utility>

#include "manifest/exact_filter.h"
#include "plain/plain_conversation.h"

namespace carpool {

using Kind = StreamEvent::Kind;

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

void PlainBatch::take_event(const StreamEvent& event) {
  switch (event.kind) {
    case Kind::kProgramStart:
      context_.sink.put(
          WorkerReady{.worker = worker_.number, .spawn_ns = since(spawned_), .init_ns = 0});
      phase_ = Phase::kBetween;
      since_ = context_.clock.now();
      break;
    case Kind::kSuiteStart:
      begin_suite(event);
      break;
    case Kind::kTestStart:
      begin_test(event);
      break;
    case Kind::kPart: {
      TestFailure failure{.file = event.file, .line = event.line, .message = event.message};
      if (phase_ == Phase::kRunning) {
        account_.add_failure(std::move(failure));
      } else if (phase_ != Phase::kOthers) {
        outside_.push_back(std::move(failure));
      }
      break;
    }
    case Kind::kTestEnd:
      end_test(event);
      break;
    case Kind::kSuiteEnd:
      end_suite();
      break;
    case Kind::kProgramEnd:
      phase_ = Phase::kEnding;
      since_ = context_.clock.now();
      break;
    case Kind::kOther:
      break;
  }
}

void PlainBatch::begin_suite(const StreamEvent& event) {
  in_suite_ = event.name == run_.plan().name;
  since_ = context_.clock.now();
}

// One that nobody has asked for may have been matched by a filter that cannot be exact.
void PlainBatch::begin_test(const StreamEvent& event) {
  const auto found = in_suite_ ? index_.find(event.name) : index_.end();
  const bool is_ours = found != index_.end() && fate_[found->second] == Fate::kNotBegun;
  if (is_ours && !std::exchange(set_up_, true)) {
    in_set_up_ = std::exchange(outside_, {});
    context_.sink.put(SuiteSetUp{.target = run_.plan().target,
                                 .class_name = run_.plan().name,
                                 .worker = worker_.number,
                                 .failed = false,
                                 .duration_ns = since(since_),
                                 .failures = {}});
    run_.begin();
  }
  phase_ = is_ours ? Phase::kRunning : Phase::kOthers;
  since_ = context_.clock.now();
  if (!is_ours) return;
  current_ = found->second;
  account_.take();
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

void PlainBatch::end_test(const StreamEvent& event) {
  if (phase_ == Phase::kRunning) {
    MethodFinished record = record_of_current(MethodStatus::kPassed);
    record.output = process_.output_of(full_name(current_));
    run_.note_progress();
    if (event.passed) {
      record.failures.clear();
      finish(current_, std::move(record));
    } else {
      fate_[current_] = Fate::kUndecided;
      undecided_.emplace(current_, std::move(record));
    }
  }
  phase_ = Phase::kBetween;
  since_ = context_.clock.now();
}

void PlainBatch::end_suite() {
  if (in_suite_ && set_up_) {
    SuiteTornDown record{.target = run_.plan().target,
                         .class_name = run_.plan().name,
                         .worker = worker_.number,
                         .failed = !outside_.empty(),
                         .duration_ns = since(since_),
                         .failures = std::exchange(outside_, {})};
    if (record.failed) {
      run_.note_trouble(ClassStatus::kTeardownFailed,
                        "suite tear-down failed: " + record.failures.front().message);
    }
    context_.sink.put(std::move(record));
  }
  in_suite_ = false;
  since_ = context_.clock.now();
}

// Those that were not begun, and alone those that nobody knows about.
std::size_t PlainBatch::give_back_rest() {
  std::vector<WorkItem> rest;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (fate_[i] == Fate::kDone) continue;
    rest.push_back(items_[i]);
    if (fate_[i] == Fate::kUndecided) rest.back().alone = true;
  }
  run_.give_back(rest);
  return rest.size();
}

void PlainBatch::bury(const std::string& how, const ProcessEnd& end, std::size_t moved) {
  WorkerEnded record{.target = run_.plan().target,
                     .class_name = run_.plan().name,
                     .worker = worker_.number,
                     .how = how,
                     .during = during_,
                     .moved_methods = static_cast<int>(moved),
                     .survivors = process_.clean_up(),
                     .output = process_.output_outside()};
  if (const auto* exited = std::get_if<Exited>(&end)) record.exit_code = exited->code;
  if (const auto* signalled = std::get_if<Signalled>(&end)) record.signal = signalled->signal;
  if (how == "retired" && phase_ == Phase::kEnding) record.exit_ns = since(since_);
  context_.sink.put(std::move(record));
}

void PlainBatch::lose_current(MethodFinished record) {
  during_ = run_.method_name(items_[current_]);
  record.output = process_.output_of_current();
  finish(current_, std::move(record));
}

BatchOutcome PlainBatch::ended(const ProcessEnd& end) {
  const auto* const signalled = std::get_if<Signalled>(&end);
  const std::string what = "the process " + describe(end);
  std::string how = signalled ? "crashed" : "exited";
  if (phase_ == Phase::kRunning) {
    MethodFinished record =
        record_of_current(signalled ? MethodStatus::kCrashed : MethodStatus::kExited);
    record.reason = what;
    if (signalled) record.signal = signalled->signal;
    if (const auto* exited = std::get_if<Exited>(&end)) record.exit_code = exited->code;
    lose_current(std::move(record));
  } else if (phase_ != Phase::kEnding) {
    if (phase_ == Phase::kStarting) how = "startup_failed";
    lose_between(what, what + " in suite set-up");
  }
  decide(&end);
  if (phase_ == Phase::kEnding) {
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (fate_[i] != Fate::kNotBegun) continue;
      MethodFinished record;
      record.status = MethodStatus::kNotRun;
      record.reason = "the executable has no such test any more";
      finish(i, std::move(record));
    }
    judge_end(end);
    if (!signalled) how = "retired";
  }
  return leave(how, end);
}

BatchOutcome PlainBatch::limit_passed() {
  const std::string limit = in_words(context_.limits.method);
  std::string how = "timed_out";
  const std::string stacks = process_.stacks();
  const ProcessEnd end = process_.stop(context_.limits.grace);
  if (phase_ == Phase::kRunning) {
    MethodFinished record = record_of_current(MethodStatus::kTimedOut);
    record.reason = "did not end within " + limit;
    record.stacks = stacks;
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
  decide(nullptr);
  return leave(how, end);
}

BatchOutcome PlainBatch::leave(const std::string& how, const ProcessEnd& end) {
  const std::size_t moved = give_back_rest();
  bury(how, end, moved);
  if (moved == 0) return BatchDone{};
  return WorkerLost{items_.size() - moved};
}

BatchOutcome PlainBatch::interrupted() {
  const ProcessEnd end = process_.stop(context_.limits.grace);
  if (phase_ == Phase::kRunning) {
    MethodFinished record = record_of_current(MethodStatus::kInterrupted);
    record.reason = "the run was interrupted";
    lose_current(std::move(record));
  }
  for (auto& [item, record] : std::exchange(undecided_, {})) {
    record.status = MethodStatus::kInterrupted;
    record.reason = "the run was interrupted before it was known whether it failed or was skipped";
    finish(item, std::move(record));
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
  auto process = launcher.launch(filter_for(run, items), [&](std::string_view bytes) {
    context.sink.show_live(std::string(bytes));
  });
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
  return PlainBatch(**process, run, items, worker, context).converse();
}

}  // namespace carpool
