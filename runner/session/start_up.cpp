#include "session/start_up.h"

#include <algorithm>
#include <utility>

namespace carpool {

using protocol::Message;

StartUp::StartUp(LiveWorker& worker, ClassRun& run, const SessionContext& context)
    : worker_(worker), run_(run), context_(context), spawned_(context.clock.now()) {}

void StartUp::enter(const std::string& reason, std::optional<int> rank) {
  context_.sink.put(WorkerStarted{.target = run_.plan().target,
                                  .class_name = run_.plan().name,
                                  .worker = worker_.number,
                                  .process_id = worker_.process->process_id(),
                                  .rank = rank,
                                  .reason = reason});
}

TimePoint StartUp::deadline() const {
  const TimePoint limit = spawned_ + context_.limits.start_up;
  return last_gasp_ ? std::min(limit, *last_gasp_) : limit;
}

std::optional<StartUpOutcome> StartUp::take(const Happening& happening) {
  if (const auto* arrived = std::get_if<MessageArrived>(&happening)) return take(arrived->message);
  if (const auto* ended = std::get_if<ProcessEnded>(&happening)) {
    const ProcessEnd end = true_end(worker_, ended->end);
    return fail("startup_failed", end_in_words(end), end);
  }
  if (std::get_if<DeadlinePassed>(&happening)) {
    if (last_gasp_ && context_.clock.now() >= *last_gasp_) {
      return fail("protocol_error", std::string("the worker ") + kLivedOn, std::nullopt);
    }
    return fail("startup_failed",
                "the worker was not ready within " + in_words(context_.limits.start_up) +
                    " (STARTUP_TIMEOUT)",
                std::nullopt);
  }
  if (std::get_if<InterruptRequested>(&happening)) {
    bury(worker_, run_, {.how = "interrupted", .during = {}, .moved_methods = 0, .end = {}},
         context_);
    return StartUpInterrupted{};
  }
  if (const auto* broken = std::get_if<ChannelBroken>(&happening)) {
    return fail("protocol_error", "the worker sent " + broken->trouble, std::nullopt);
  }
  last_gasp_ = context_.after(context_.limits.last_gasp);  // a closed channel
  return std::nullopt;
}

std::optional<StartUpOutcome> StartUp::take(const Message& message) {
  if (++lines_ > kMostLinesInAStep)
    return fail("protocol_error", "the worker floods its channel", std::nullopt);
  if (message.word == "failure") {
    keep_outside_failure(worker_, message);
    return std::nullopt;
  }
  if (message.word == "crash") {
    keep_crash(worker_, message);
    return std::nullopt;
  }
  if (is_ready_) {
    return fail(
        "protocol_error",
        "the worker said '" + message.word.substr(0, 40) + "' before it was asked for anything",
        std::nullopt);
  }
  if (message.word == "hello") return take_hello(message);
  if (message.word == "ready" && said_hello_) return take_ready(message);
  if (message.word == "cannot_serve" && !said_hello_ && !message.fields.empty()) {
    return fail("startup_failed", message.fields[0], std::nullopt, true);
  }
  if (message.word == "bye" && said_hello_) {
    return fail("startup_failed",
                "RUN_ALL_TESTS() had nothing to run: does main() set a filter of its own?",
                std::nullopt);
  }
  return fail("protocol_error",
              "the worker said '" + message.word.substr(0, 40) + "' before it was ready",
              std::nullopt);
}

std::optional<StartUpOutcome> StartUp::take_hello(const Message& message) {
  std::int64_t version = 0;
  std::int64_t process = 0;
  if (said_hello_ || message.fields.size() < 5 ||
      !protocol::parse_number(message.fields[0], version) ||
      !protocol::parse_number(message.fields[4], process)) {
    return fail("protocol_error", "the worker's hello is malformed", std::nullopt);
  }
  if (version != protocol::kProtocolVersion) {
    return fail("protocol_error",
                "the executable speaks version " + message.fields[0] + " of the protocol (plugin " +
                    message.fields[1] + "), this runner version " +
                    std::to_string(protocol::kProtocolVersion) +
                    ": rebuild the executable with the Carpool that runs it",
                std::nullopt, true);
  }
  worker_.process->set_process_id(process);
  said_hello_ = context_.clock.now();
  return std::nullopt;
}

StartUpOutcome StartUp::take_ready(const Message& message) {
  const TimePoint now = context_.clock.now();
  is_ready_ = true;
  context_.sink.put(
      WorkerReady{.worker = worker_.number,
                  .spawn_ns = std::chrono::nanoseconds(*said_hello_ - spawned_).count(),
                  .init_ns = std::chrono::nanoseconds(now - *said_hello_).count()});
  const std::string status = message.fields.empty() ? "" : message.fields[0];
  const std::string why = message.fields.size() > 1 ? message.fields[1] : "";
  if (status == "ok") return WorkerIsReady{};
  if (status == "skipped") return EnvironmentSkipped{why};
  if (status != "failed") {
    return fail("protocol_error", "the worker is ready in an unknown way: '" + status + "'",
                std::nullopt);
  }
  std::string reason = "global environment set-up failed";
  reason += first_failure_outside();
  return EnvironmentFailed{reason};
}

std::string StartUp::end_in_words(const ProcessEnd& end) const {
  if (is_ready_) return "the worker " + describe(end) + " after it was ready, and others were not";
  std::string text = "the worker " + describe(end) + " before it was ready";
  if (said_hello_ && std::holds_alternative<Exited>(end)) {
    text +=
        " (main() ended without RUN_ALL_TESTS(), or something in it or in a global environment "
        "called exit, or became another program by exec)";
  } else if (!said_hello_) {
    text += " and before main()";
    if (std::holds_alternative<Exited>(end)) {
      text += ": was the executable built with add_continuous_test(), and does it run at all here?";
    }
  }
  return text;
}

// To be told with the start-up's own trouble, and only there: the next start may go well.
std::string StartUp::first_failure_outside() {
  const std::vector<TestFailure> failures = std::exchange(worker_.failures_outside, {});
  return failures.empty() ? "" : ": " + failures.front().message;
}

StartUpOutcome StartUp::fail(const std::string& how, std::string reason,
                             std::optional<ProcessEnd> end, bool hopeless) {
  reason += first_failure_outside();
  bury(worker_, run_, {.how = how, .during = {}, .end = end, .reason = reason}, context_);
  return StartUpFailed{.reason = std::move(reason), .hopeless = hopeless};
}

StartUpOutcome start_worker(LiveWorker& worker, WorkerLauncher& launcher, ClassRun& run,
                            const std::string& reason, const SessionContext& context) {
  StartUp start_up(worker, run, context);
  auto process = launcher.launch(
      [&sink = context.sink](std::string_view bytes) { sink.show_live(std::string(bytes)); });
  if (!process) return StartUpFailed{.reason = process.error().message, .hopeless = true};
  worker.process = std::move(*process);
  start_up.enter(reason);
  for (;;) {
    if (auto outcome = start_up.take(worker.process->wait(start_up.deadline()))) {
      return std::move(*outcome);
    }
  }
}

}  // namespace carpool
