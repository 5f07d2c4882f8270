#include "session/batch.h"

#include <algorithm>
#include <utility>

#include "session/method_account.h"

namespace carpool {
namespace {

using protocol::Message;

// The conversation about one batch. Straight through: what has not been decided by a message is
// decided by the worker's end, the deadline or the interruption.
class Batch {
 public:
  Batch(LiveWorker& worker, ClassRun& run, const std::vector<WorkItem>& items,
        std::int64_t first_id, const SessionContext& context)
      : worker_(worker), run_(run), items_(items), first_id_(first_id), context_(context) {}

  BatchOutcome converse();

 private:
  using Step = std::optional<BatchOutcome>;

  void begin_step();
  Step take(const Happening& happening);
  Step take_message(const Message& message);
  Step take_suite_set_up(const Message& message);
  Step take_started(const Message& message);
  Step take_failure(const Message& message);
  Step take_leak(const Message& message);
  Step take_finished(const Message& message);
  Step take_unknown(const Message& message);

  BatchOutcome worker_ended(const ProcessEnd& end);
  BatchOutcome limit_passed(const std::string& words = {});
  BatchOutcome channel_closed();
  BatchOutcome broken(const std::string& trouble);
  BatchOutcome interrupted(const std::string& words = {});
  BatchOutcome set_up_failed(const std::string& reason, const WorkerLoss* loss);

  bool setting_up() const { return worker_.class_name != run_.plan().name; }
  bool names_next_method(const Message& message) const;
  bool names_ended_method(const Message& message) const;
  MethodFinished current_record(MethodStatus status);
  void finish_current(MethodFinished record);
  BatchOutcome lose(WorkerLoss loss);

  LiveWorker& worker_;
  ClassRun& run_;
  const std::vector<WorkItem>& items_;
  const std::int64_t first_id_;
  const SessionContext& context_;

  std::size_t done_ = 0;  // items_[done_] is the one that runs, or is next
  bool running_ = false;
  TimePoint since_{};  // when the current step began
  int lines_ = 0;      // received in the current step
  MethodAccount current_;
};

void Batch::begin_step() {
  since_ = context_.clock.now();
  lines_ = 0;
  worker_.crash_signal.reset();  // who goes on has not crashed
}

BatchOutcome Batch::converse() {
  begin_step();
  while (done_ < items_.size()) {
    if (Step end = take(worker_.process->wait(since_ + context_.limits.method)))
      return std::move(*end);
  }
  return BatchDone{};
}

Batch::Step Batch::take(const Happening& happening) {
  if (const auto* arrived = std::get_if<MessageArrived>(&happening)) {
    return take_message(arrived->message);
  }
  if (const auto* ended = std::get_if<ProcessEnded>(&happening)) return worker_ended(ended->end);
  if (std::get_if<DeadlinePassed>(&happening)) return limit_passed();
  if (std::get_if<ChannelClosed>(&happening)) return channel_closed();
  if (const auto* stop = std::get_if<InterruptRequested>(&happening)) {
    const StopReason& why = stop->reason;
    return why.out_of_time && running_ ? limit_passed(why.words) : interrupted(why.words);
  }
  return broken("sent " + std::get<ChannelBroken>(happening).trouble);
}

Batch::Step Batch::take_message(const Message& message) {
  if (++lines_ > kMostLinesInAStep) return broken("floods its channel");
  const std::string& word = message.word;
  if (word == "started") return take_started(message);
  if (word == "finished") return take_finished(message);
  if (word == "failure") return take_failure(message);
  if (word == "suite_set_up") return take_suite_set_up(message);
  if (word == "leak") return take_leak(message);
  if (word == "unknown") return take_unknown(message);
  if (word == "crash") {
    keep_crash(worker_, message);
    return std::nullopt;
  }
  if (word == "stack") return std::nullopt;  // an answer that came too late to be of use
  return broken("said '" + word.substr(0, 40) + "' in the middle of a batch");
}

Batch::Step Batch::take_suite_set_up(const Message& message) {
  std::int64_t duration = 0;
  if (!setting_up() || message.fields.size() < 3 || message.fields[0] != run_.plan().name ||
      !protocol::parse_number(message.fields[2], duration)) {
    return broken("spoke of a suite set-up that nobody asked for");
  }
  worker_.class_name = run_.plan().name;
  begin_step();
  SuiteSetUp record{.target = run_.plan().target,
                    .class_name = run_.plan().name,
                    .worker = worker_.number,
                    .failed = message.fields[1] == "failed",
                    .duration_ns = duration,
                    .failures = std::exchange(worker_.failures_outside, {})};
  const bool failed = record.failed;
  if (!failed && !record.failures.empty()) {
    run_.note_trouble(ClassStatus::kTeardownFailed,
                      "a failure outside of methods, before or in suite set-up: " +
                          record.failures.front().message);
  }
  std::string reason = "suite set-up failed";
  if (!record.failures.empty()) reason += ": " + record.failures.front().message;
  context_.sink.put(std::move(record));
  if (failed) return set_up_failed(reason, nullptr);
  return std::nullopt;
}

bool Batch::names_next_method(const Message& message) const {
  std::int64_t id = 0;
  return !message.fields.empty() && protocol::parse_number(message.fields[0], id) &&
         id == first_id_ + static_cast<std::int64_t>(done_);
}

bool Batch::names_ended_method(const Message& message) const {
  std::int64_t id = 0;
  return protocol::parse_number(message.fields[0], id) &&
         id < first_id_ + static_cast<std::int64_t>(done_);
}

Batch::Step Batch::take_started(const Message& message) {
  if (running_ || setting_up() || !names_next_method(message)) {
    return broken("started a method that was not its turn");
  }
  running_ = true;
  current_.take();
  begin_step();
  return std::nullopt;
}

Batch::Step Batch::take_failure(const Message& message) {
  auto failure = read_failure(message);
  if (!failure) return broken("sent a malformed failure");
  if (message.fields[0] == "-") {
    keep_outside_failure(worker_, message);
    return std::nullopt;
  }
  if (names_ended_method(message)) {
    // Of a thread that it left behind, sent while the method came to its end.
    keep_outside_failure(worker_, message);
    return std::nullopt;
  }
  if (!running_ || !names_next_method(message))
    return broken("sent a failure of a method that does not run");
  if (message.fields[1] == "skip") {
    current_.add_skip(failure->message);
  } else {
    current_.add_failure(std::move(*failure));
  }
  return std::nullopt;
}

Batch::Step Batch::take_leak(const Message& message) {
  if (!running_ || !names_next_method(message) || message.fields.size() < 2) {
    return broken("sent a leak of a method that does not run");
  }
  current_.add_leak(message.fields[1]);
  return std::nullopt;
}

Batch::Step Batch::take_finished(const Message& message) {
  const auto word = read_finished(message);
  if (!word) return broken("sent a malformed 'finished'");
  if (!running_ || !names_next_method(message)) {
    return broken("finished a method that does not run");
  }
  current_.leave_out_failures(word->failures_left_out);
  if (word->status != MethodStatus::kFailed) current_.take_failures_back();
  MethodFinished record = current_record(word->status);
  record.duration_ns = word->duration_ns;
  record.output = worker_.process->output_before(word->mark);
  run_.note_progress();
  finish_current(std::move(record));
  return std::nullopt;
}

Batch::Step Batch::take_unknown(const Message& message) {
  if (running_ || !names_next_method(message)) return broken("does not know a method that it runs");
  MethodFinished record;
  record.status = MethodStatus::kNotRun;
  record.reason = "the executable has no such test any more: build, so that discovery runs again";
  run_.finish(items_[done_], std::move(record));
  ++done_;
  begin_step();
  return std::nullopt;
}

MethodFinished Batch::current_record(MethodStatus status) {
  MethodFinished record = current_.take();
  record.status = status;
  record.worker = worker_.number;
  record.position = worker_.methods_run;
  record.duration_ns = std::chrono::nanoseconds(context_.clock.now() - since_).count();
  return record;
}

void Batch::finish_current(MethodFinished record) {
  run_.finish(items_[done_], std::move(record));
  ++worker_.methods_run;
  ++done_;
  running_ = false;
  begin_step();
}

// Gives back what was not begun and buries the worker.
BatchOutcome Batch::lose(WorkerLoss loss) {
  const std::vector<WorkItem> left(items_.begin() + static_cast<std::ptrdiff_t>(done_),
                                   items_.end());
  loss.moved_methods = static_cast<int>(left.size());
  bury(worker_, run_, loss, context_);
  run_.give_back(left);
  return WorkerLost{done_};
}

BatchOutcome Batch::set_up_failed(const std::string& reason, const WorkerLoss* loss) {
  run_.give_up(ClassStatus::kSetupFailed, reason);
  if (loss) {
    lose(*loss);
  } else {
    run_.give_back(
        std::vector<WorkItem>(items_.begin() + static_cast<std::ptrdiff_t>(done_), items_.end()));
  }
  return SuiteSetUpFailed{reason};
}

BatchOutcome Batch::worker_ended(const ProcessEnd& process_end) {
  const ProcessEnd end = true_end(worker_, process_end);
  const auto* signalled = std::get_if<Signalled>(&end);
  WorkerLoss loss{
      .how = signalled ? "crashed" : "exited", .during = {}, .moved_methods = 0, .end = end};
  const std::string what = (signalled ? "the worker " : "the process ") + describe(end);
  if (setting_up()) return set_up_failed(what + " in suite set-up", &loss);
  if (!running_) {
    // Nobody's method: a thread left behind, most likely. Red all the same.
    run_.note_trouble(ClassStatus::kTeardownFailed, what + " between methods");
    return lose(loss);
  }
  MethodFinished record =
      current_record(signalled ? MethodStatus::kCrashed : MethodStatus::kExited);
  record.output = worker_.process->output_since_last_mark();
  record.stacks = worker_.process->with_symbols(worker_.crash_frames);
  record.reason = what;
  if (signalled) record.signal = signalled->signal;
  if (const auto* exited = std::get_if<Exited>(&end)) record.exit_code = exited->code;
  loss.during = run_.method_name(items_[done_]);
  finish_current(std::move(record));
  return lose(loss);
}

BatchOutcome Batch::limit_passed(const std::string& words) {
  const std::string limit = in_words(context_.limits.method);
  WorkerLoss loss{.how = "timed_out", .during = {}, .moved_methods = 0, .end = {}};
  if (setting_up()) {
    return set_up_failed("suite set-up did not end within " + limit, &loss);
  }
  const bool began = running_;
  MethodFinished record = current_record(MethodStatus::kTimedOut);
  record.reason = began ? "did not end within " + limit : "was not begun within " + limit;
  if (!words.empty()) record.reason = words;
  record.stacks = worker_.process->stacks();
  loss.end = worker_.process->stop(context_.limits.grace);
  record.output = worker_.process->output_since_last_mark();
  loss.during = run_.method_name(items_[done_]);
  finish_current(std::move(record));
  return lose(loss);
}

BatchOutcome Batch::channel_closed() {
  // The kernel closes a dying process's descriptors shortly before it reports the end.
  const TimePoint deadline = context_.after(context_.limits.last_gasp);
  for (;;) {
    const Happening happening = worker_.process->wait(deadline);
    if (const auto* ended = std::get_if<ProcessEnded>(&happening)) return worker_ended(ended->end);
    const auto* stop = std::get_if<InterruptRequested>(&happening);
    // Where the method's time is over meanwhile, it is over because of that.
    const bool out_of_time = stop && stop->reason.out_of_time && running_;
    if (out_of_time || std::get_if<DeadlinePassed>(&happening)) return broken(kLivedOn);
    if (stop) return interrupted(stop->reason.words);
  }
}

BatchOutcome Batch::broken(const std::string& trouble) {
  WorkerLoss loss{.how = "protocol_error", .during = {}, .moved_methods = 0, .end = {}};
  const std::string what = "the worker " + trouble;
  if (setting_up()) return set_up_failed(what + " in suite set-up", &loss);
  MethodFinished record = current_record(MethodStatus::kProtocolError);
  record.reason = what +
                  ": does the test close or write to descriptors that are not its own? "
                  "ISOLATE gives it a process of its own";
  loss.end = worker_.process->stop(context_.limits.grace);
  record.output = worker_.process->output_since_last_mark();
  loss.during = run_.method_name(items_[done_]);
  finish_current(std::move(record));
  return lose(loss);
}

BatchOutcome Batch::interrupted(const std::string& words) {
  WorkerLoss loss{.how = "interrupted", .during = {}, .moved_methods = 0, .end = {}};
  if (running_) {
    MethodFinished record = current_record(MethodStatus::kInterrupted);
    record.reason = words.empty() ? "the run was interrupted" : words;
    loss.end = worker_.process->stop(context_.limits.grace);
    record.output = worker_.process->output_since_last_mark();
    loss.during = run_.method_name(items_[done_]);
    finish_current(std::move(record));
  }
  lose(loss);
  return BatchInterrupted{};
}

}  // namespace

BatchOutcome follow_batch(LiveWorker& worker, ClassRun& run, const std::vector<WorkItem>& items,
                          std::int64_t first_id, const SessionContext& context) {
  return Batch(worker, run, items, first_id, context).converse();
}

}  // namespace carpool
