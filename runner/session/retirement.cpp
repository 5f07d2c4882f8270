#include "session/retirement.h"

#include <algorithm>
#include <utility>

namespace carpool {

using protocol::Message;

Retirement::Retirement(LiveWorker& worker, ClassRun& run, const SessionContext& context,
                       std::string who)
    : worker_(worker),
      run_(run),
      context_(context),
      who_(std::move(who)),
      asked_(context.clock.now()) {}

void Retirement::ask_to_retire(const std::string& how) {
  how_ = how;
  torn_down_ = worker_.class_name.empty();
  worker_.process->send({"retire", {}});
}

void Retirement::ask_for_tear_down() {
  expect_tear_down();
  worker_.process->send({"tear_down", {}});
}

TimePoint Retirement::deadline() const {
  const TimePoint end = step_began_ + limit();
  return last_gasp() ? std::min(end, *last_gasp()) : end;
}

Retirement::Stage Retirement::stage() const {
  if (said_bye_) return Stage::kExit;
  return torn_down_ ? Stage::kEnvironments : Stage::kTearDown;
}

std::chrono::milliseconds Retirement::limit() const {
  if (said_bye_) return context_.limits.exit;
  return context_.limits.tear_down.value_or(context_.limits.method);
}

std::string Retirement::step_in_words() const {
  if (stage() == Stage::kExit) return "after the tests' run";
  return stage() == Stage::kTearDown ? "in suite tear-down"
                                     : "in the tear-down of global environments";
}

void Retirement::abort(const std::string& reason) {
  fail("the worker was ended " + step_in_words() + ": " + reason, std::nullopt, "aborted");
}

Retirement::Step Retirement::take(const Happening& happening) {
  if (const auto* arrived = std::get_if<MessageArrived>(&happening)) {
    return take_message(arrived->message);
  }
  if (const auto* ended = std::get_if<ProcessEnded>(&happening)) return worker_ended(ended->end);
  if (std::get_if<DeadlinePassed>(&happening)) {
    if (last_gasp() && context_.clock.now() >= *last_gasp()) {
      return fail(std::string("the worker ") + kLivedOn + " " + step_in_words(), std::nullopt,
                  "protocol_error");
    }
    return fail("the worker did not get on within " + in_words(limit()) + " " + step_in_words(),
                std::nullopt, "timed_out");
  }
  if (std::get_if<InterruptRequested>(&happening)) {
    return fail("the run was interrupted " + step_in_words(), std::nullopt, "interrupted");
  }
  if (const auto* broken = std::get_if<ChannelBroken>(&happening)) {
    return fail("the worker sent " + broken->trouble + " " + step_in_words(), std::nullopt,
                "protocol_error");
  }
  // The kernel closes a dying process's descriptors shortly before it reports the end.
  last_gasp_ = context_.after(context_.limits.last_gasp);
  return Step::kGoOn;
}

Retirement::Step Retirement::take_message(const Message& message) {
  if (++lines_ > kMostLinesInAStep) {
    return fail("the worker floods its channel " + step_in_words(), std::nullopt, "protocol_error");
  }
  if (message.word == "suite_torn_down" && !torn_down_) return take_torn_down(message);
  if (message.word == "failure") {
    keep_outside_failure(worker_, message);
    return Step::kGoOn;
  }
  if (message.word == "crash") {
    keep_crash(worker_, message);
    return Step::kGoOn;
  }
  if (message.word == "bye" && torn_down_) {
    said_bye_ = true;
    step_began_ = context_.clock.now();
    report_environment_failures();
    return Step::kGoOn;
  }
  if (message.word == "stack") return Step::kGoOn;
  return fail("the worker said '" + message.word.substr(0, 40) + "' " + step_in_words(),
              std::nullopt, "protocol_error");
}

Retirement::Step Retirement::take_torn_down(const Message& message) {
  std::int64_t duration = 0;
  if (message.fields.size() < 3 || !protocol::parse_number(message.fields[2], duration)) {
    return fail("the worker's word about its suite tear-down is malformed", std::nullopt,
                "protocol_error");
  }
  torn_down_ = true;
  step_began_ = context_.clock.now();
  worker_.class_name.clear();
  SuiteTornDown record{.target = run_.plan().target,
                       .class_name = run_.plan().name,
                       .worker = worker_.number,
                       .failed = message.fields[1] == "failed" || !worker_.failures_outside.empty(),
                       .duration_ns = duration,
                       .failures = std::exchange(worker_.failures_outside, {})};
  if (record.failed) {
    // Or a failure between methods, by a thread that one of them left behind.
    std::string reason = who_ + "suite tear-down failed";
    if (!record.failures.empty()) reason += ": " + record.failures.front().message;
    run_.note_trouble(ClassStatus::kTeardownFailed, reason);
  }
  context_.sink.put(std::move(record));
  return only_tear_down_ ? Step::kDone : Step::kGoOn;
}

void Retirement::report_environment_failures() {
  const std::vector<TestFailure> failures = std::exchange(worker_.failures_outside, {});
  if (failures.empty()) return;
  run_.note_trouble(ClassStatus::kTeardownFailed,
                    who_ + "global environment tear-down failed: " + failures.front().message);
}

Retirement::Step Retirement::worker_ended(const ProcessEnd& process_end) {
  const ProcessEnd end = true_end(worker_, process_end);
  if (!said_bye_) {
    return fail("the worker " + describe(end) + " " + step_in_words(), end, "teardown_failed");
  }
  const bool in_good_order = end == ProcessEnd(Exited{0}) || std::holds_alternative<Vanished>(end);
  // Where the class is red for good, the code that main() ends with after a failure is no news. Any
  // other is (a leak sanitizer's, say), and so is an exit after failures that retries have made up
  // for.
  const bool expected = run_.is_red() && end == ProcessEnd(Exited{1});
  if (!in_good_order && !expected) {
    return fail("the worker " + describe(end) + " after all its tests had ended", end,
                "teardown_failed");
  }
  ended_well_ = true;
  WorkerLoss retired{.how = how_, .during = {}, .moved_methods = 0, .end = end};
  bury(worker_, run_, retired, context_, context_.clock.now() - asked_);
  return Step::kDone;
}

Retirement::Step Retirement::fail(const std::string& reason, std::optional<ProcessEnd> end,
                                  const std::string& how) {
  const bool interrupted = how == "interrupted";
  run_.note_trouble(interrupted ? ClassStatus::kInterrupted : ClassStatus::kTeardownFailed,
                    who_ + reason);
  bury(worker_, run_, {.how = how, .during = {}, .moved_methods = 0, .end = end}, context_);
  return Step::kDone;
}

namespace {

void converse(LiveWorker& worker, Retirement& retirement) {
  while (retirement.take(worker.process->wait(retirement.deadline())) == Retirement::Step::kGoOn) {
  }
}

}  // namespace

void retire_worker(LiveWorker& worker, ClassRun& run, const std::string& how,
                   const SessionContext& context) {
  if (!worker.process) return;
  Retirement retirement(worker, run, context);
  retirement.ask_to_retire(how);
  converse(worker, retirement);
}

void tear_down_class(LiveWorker& worker, ClassRun& run, const SessionContext& context) {
  if (!worker.process || worker.class_name.empty()) return;
  Retirement retirement(worker, run, context);
  retirement.ask_for_tear_down();
  converse(worker, retirement);
}

void follow_tear_down(LiveWorker& worker, ClassRun& run, const SessionContext& context) {
  if (!worker.process || worker.class_name.empty()) return;
  Retirement retirement(worker, run, context);
  retirement.expect_tear_down();
  converse(worker, retirement);
}

}  // namespace carpool
