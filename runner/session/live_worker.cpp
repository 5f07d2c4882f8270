#include "session/live_worker.h"

#include <utility>

namespace carpool {
namespace {

constexpr std::int64_t kHighestSignal = 64;

void note_failures_outside(const LiveWorker& worker, ClassRun& run) {
  if (worker.failures_outside.empty()) return;
  std::string reason = "a failure outside of methods: " + worker.failures_outside.front().message;
  if (worker.failures_outside.size() > 1) {
    reason += " (and " + std::to_string(worker.failures_outside.size() - 1) + " more)";
  }
  run.note_trouble(ClassStatus::kTeardownFailed, reason);
}

}  // namespace

void bury(LiveWorker& worker, ClassRun& run, const WorkerLoss& loss, const SessionContext& context,
          std::chrono::nanoseconds exit_time) {
  if (!worker.process) return;
  const ProcessEnd end = loss.end ? *loss.end : worker.process->stop(context.limits.grace);
  WorkerEnded record{
      .target = run.plan().target,
      .class_name = run.plan().name,
      .worker = worker.number,
      .how = loss.how,
      .signal = {},
      .exit_code = {},
      .during = loss.during,
      .moved_methods = loss.moved_methods,
      .survivors = worker.process->clean_up(),
      .output = worker.process->output_outside_methods(),
      .exit_ns = exit_time.count(),
      .reason = loss.reason,
  };
  if (const auto* exited = std::get_if<Exited>(&end)) record.exit_code = exited->code;
  if (const auto* signalled = std::get_if<Signalled>(&end)) record.signal = signalled->signal;
  note_failures_outside(worker, run);
  worker = LiveWorker();
  context.sink.put(std::move(record));
}

std::optional<TestFailure> read_failure(const protocol::Message& message) {
  std::int64_t line = 0;
  if (message.fields.size() < 5) return std::nullopt;
  // Frameworks use -1 for a line that is not known.
  if (message.fields[3] != "-1" && !protocol::parse_number(message.fields[3], line)) {
    return std::nullopt;
  }
  return TestFailure{
      .file = message.fields[2], .line = static_cast<int>(line), .message = message.fields[4]};
}

bool keep_outside_failure(LiveWorker& worker, const protocol::Message& message) {
  auto failure = read_failure(message);
  if (failure && message.fields[1] != "skip")
    worker.failures_outside.push_back(std::move(*failure));
  return failure.has_value();
}

void keep_crash(LiveWorker& worker, const protocol::Message& message) {
  std::int64_t signal = 0;
  const bool named = !message.fields.empty() && protocol::parse_number(message.fields[0], signal);
  if (named && signal > 0 && signal <= kHighestSignal) {
    worker.crash_signal = static_cast<int>(signal);
  }
  worker.crash_frames.clear();
  for (std::size_t i = 1; i < message.fields.size(); ++i) {
    worker.crash_frames += message.fields[i] + "\n";
  }
}

ProcessEnd true_end(const LiveWorker& worker, const ProcessEnd& end) {
  if (worker.crash_signal) return Signalled{*worker.crash_signal};
  return end;
}

std::string in_words(std::chrono::milliseconds time) {
  if (time.count() % 1000 == 0) return std::to_string(time.count() / 1000) + " s";
  return std::to_string(time.count()) + " ms";
}

}  // namespace carpool
