#include "session/process_worker_posix.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

#include "process/process_table_posix.h"
#include "process/stacks.h"
#include "process/symbols.h"

namespace carpool {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kStackLimit{15'000};
constexpr milliseconds kSymbolLimit{5'000};
constexpr milliseconds kStackSignalLimit{2'000};
constexpr milliseconds kMarkLimit{2'000};
// Being woken costs both sides more than a message is worth. Where they come faster than this, and
// have done so for a while, the runner lets some gather.
constexpr std::chrono::microseconds kDense{200};
constexpr int kDenseStream = 8;
constexpr timespec kGathering{.tv_sec = 0, .tv_nsec = 100'000};
constexpr std::size_t kReadSize = 64u << 10;

constexpr int kNobody = -1;  // poll() passes it over

enum { kOutput, kEnd, kChannel, kListener };  // as ProcessWorker::watch() orders them

bool passed(TimePoint deadline) { return std::chrono::steady_clock::now() >= deadline; }

}  // namespace

int poll_time(TimePoint deadline) {
  const auto left = std::chrono::ceil<milliseconds>(deadline - std::chrono::steady_clock::now());
  return static_cast<int>(std::clamp<milliseconds::rep>(left.count(), 0, kLookAround));
}

ProcessWorker::ProcessWorker(std::unique_ptr<WorkerProcess> process, Ends ends,
                             const std::string& secret, std::function<void(std::string_view)> live,
                             const StopSignal& stop)
    : process_(std::move(process)),
      stop_(stop),
      process_id_(process_->id()),
      output_(std::move(ends.output)),
      collector_(secret, std::move(live)),
      channel_(std::move(ends.channel)),
      listener_(std::move(ends.listener)),
      output_to_pass_(std::move(ends.output_to_pass)),
      marks_arrive_late_(listener_.has_value() && !output_to_pass_) {}

std::optional<Happening> ProcessWorker::news() {
  if (channel_) {
    if (auto message = channel_->next()) return MessageArrived{std::move(*message)};
    if (channel_->state() == Channel::State::kBroken) return ChannelBroken{channel_->trouble()};
  }
  // Asking the kernel each time would cost as much as the rest.
  const auto end = end_noticed_ ? process_->end() : std::nullopt;
  if (end) {
    // What the worker said before it ended may still lie in the socket.
    while (channel_ && channel_->receive()) {
    }
    if (channel_) {
      if (auto message = channel_->next()) return MessageArrived{std::move(*message)};
      if (channel_->state() == Channel::State::kBroken) return ChannelBroken{channel_->trouble()};
    }
    read_all_output();
    return ProcessEnded{*end};
  }
  if (channel_ && channel_->state() == Channel::State::kClosed && !closing_reported_) {
    closing_reported_ = true;
    return ChannelClosed{};
  }
  return std::nullopt;
}

Happening ProcessWorker::wait(TimePoint deadline) {
  // A message in memory needs no system call at all.
  if (channel_) {
    if (auto message = channel_->next()) return MessageArrived{std::move(*message)};
  }
  // At least one look, however late: what came in time must not count as too late because the
  // runner was.
  bool interrupted = false;
  for (bool looked = false;; looked = true) {
    if (auto known = news()) return std::move(*known);
    if (interrupted) return InterruptRequested{stop_.reason()};
    if (looked && passed(deadline)) return DeadlinePassed{};
    if (dense_wakes_ >= kDenseStream) let_messages_gather();
    interrupted = poll_once(deadline, stop_.descriptor());
  }
}

// The worker's own word is taken only for a process of its group: stacks are asked for by a signal,
// and the number of a process in another container is a stranger's here.
void ProcessWorker::set_process_id(std::int64_t id) {
  if (id > 1 && getpgid(static_cast<pid_t>(id)) == process_->id()) {
    process_id_ = id;
    process_id_known_ = true;
  }
}

// A negative descriptor is one that poll() leaves out.
void ProcessWorker::watch(Descriptors waiting) {
  collector_.show_live();
  const bool channel_open = channel_ && channel_->state() == Channel::State::kOpen;
  const short channel_events =
      static_cast<short>(POLLIN | (channel_open && channel_->wants_to_send() ? POLLOUT : 0));
  waiting[kOutput] = {.fd = output_.number(), .events = POLLIN, .revents = 0};
  waiting[kEnd] = {.fd = process_->end_descriptor(), .events = POLLIN, .revents = 0};
  waiting[kChannel] = {
      .fd = channel_open ? channel_->descriptor() : -1, .events = channel_events, .revents = 0};
  waiting[kListener] = {
      .fd = listener_ ? listener_->descriptor() : -1, .events = POLLIN, .revents = 0};
}

void ProcessWorker::take(std::span<const pollfd, kDescriptors> found) {
  if (found[kEnd].revents != 0) end_noticed_ = true;
  const bool printed = found[kOutput].revents != 0 && read_output();
  if (found[kChannel].revents & POLLOUT) channel_->send_more();
  // What was told before it was printed is there by now, and is to be shown before it.
  if (found[kChannel].fd >= 0 && (printed || found[kChannel].revents != 0)) channel_->receive();
  if (found[kListener].revents != 0) {
    channel_ = listener_->accept();
    if (channel_) welcome_peer();
  }
}

void ProcessWorker::look_at_end() {
  end_noticed_ = true;
  if (channel_) channel_->receive();
}

// One poll() on everything there is to wait for, and one step on whatever is ready. Whether
// `interrupt` was.
bool ProcessWorker::poll_once(TimePoint deadline, int interrupt) {
  std::array<pollfd, kDescriptors + 1> waiting;
  watch(std::span(waiting).first<kDescriptors>());
  waiting.back() = {.fd = interrupt, .events = POLLIN, .revents = 0};
  const int ready = poll(waiting.data(), waiting.size(), poll_time(deadline));
  if (ready == 0) look_around();
  if (ready <= 0) return false;
  const auto now = std::chrono::steady_clock::now();
  const bool dense = waiting[kChannel].revents != 0 && now - last_wake_ < kDense;
  dense_wakes_ = dense ? dense_wakes_ + 1 : 0;
  last_wake_ = now;
  take(std::span(std::as_const(waiting)).first<kDescriptors>());
  return waiting.back().revents != 0;
}

// The worker's end and an interruption are noticed at once all the same.
void ProcessWorker::let_messages_gather() {
  std::array<pollfd, 2> urgent{{
      {.fd = process_->end_descriptor(), .events = POLLIN, .revents = 0},
      {.fd = stop_.descriptor(), .events = POLLIN, .revents = 0},
  }};
  ppoll(urgent.data(), urgent.size(), &kGathering, nullptr);
}

void ProcessWorker::welcome_peer() {
  listener_.reset();
  if (output_to_pass_) channel_->pass(output_to_pass_);
  output_to_pass_.close();
  if (!process_->welcome(channel_->peer())) return;
  process_id_ = channel_->peer();
  process_id_known_ = true;
}

// Reads one buffer full; false where there was nothing.
bool ProcessWorker::read_output() {
  if (!output_) return false;
  std::array<char, kReadSize> buffer;
  const ssize_t got = read(output_.number(), buffer.data(), buffer.size());
  if (got > 0) {
    collector_.feed(std::string_view(buffer.data(), static_cast<std::size_t>(got)));
    return true;
  }
  if (got == 0) output_.close();
  return got < 0 && errno == EINTR;
}

// Bounded: a survivor of a dead worker may print for ever.
void ProcessWorker::read_all_output() {
  for (int reads = 0; reads < 64 && read_output(); ++reads) {
  }
}

CapturedOutput ProcessWorker::output_before(std::uint64_t mark) {
  // The worker wrote the mark before it said so: unless somebody stands between, it is in the pipe.
  const TimePoint deadline = std::chrono::steady_clock::now() + kMarkLimit;
  while (collector_.last_mark() < mark && !passed(deadline)) {
    collector_.show_live_before(mark);  // as it comes: it may be gigabytes
    if (read_output()) continue;
    if (!output_ || !marks_arrive_late_) break;
    pollfd waiting{.fd = output_.number(), .events = POLLIN, .revents = 0};
    poll(&waiting, 1, poll_time(deadline));
  }
  if (collector_.last_mark() >= mark) return collector_.take_before(mark);
  // Where a launcher swallows or changes the output, marks never come: wait for one in vain only
  // once.
  marks_arrive_late_ = false;
  return collector_.take_since_last_mark();
}

std::string ProcessWorker::with_symbols(const std::string& frames) {
  return symbolise_frames(frames, kSymbolLimit);
}

std::string ProcessWorker::stacks() {
  std::string text = collect_stacks(process_id_, kStackLimit);
  if (!text.empty() || !channel_ || !process_id_known_) return text;
  // Without a debugger, the plugin's own handler answers for the main thread.
  kill(static_cast<pid_t>(process_id_), SIGRTMIN + protocol::kStackSignalOffset);
  const TimePoint deadline = std::chrono::steady_clock::now() + kStackSignalLimit;
  while (!passed(deadline) && !process_->end()) {
    while (auto message = channel_->next()) {
      if (message->word != "stack") continue;
      for (const std::string& frame : message->fields) text += frame + "\n";
      return text;
    }
    poll_once(deadline, kNobody);
  }
  return text;
}

std::optional<ProcessEnd> ProcessWorker::wait_for_end(TimePoint deadline) {
  while (!process_->end() && !passed(deadline)) {
    poll_once(deadline, kNobody);
    while (channel_ && channel_->next()) {
    }
  }
  return process_->end();
}

void ProcessWorker::ask_to_stop() {
  if (process_->end()) return;
  process_->signal(SIGTERM);
  process_->signal(SIGCONT);  // a stopped process could not even hear of it
}

ProcessEnd ProcessWorker::stop(milliseconds grace) {
  const auto now = std::chrono::steady_clock::now;
  if (auto end = process_->end()) return *end;
  ask_to_stop();
  if (auto end = wait_for_end(now() + grace)) return *end;
  process_->signal(SIGKILL);
  // SIGKILL cannot be refused, only delayed by the kernel.
  if (auto end = wait_for_end(now() + std::chrono::seconds(30))) return *end;
  return Signalled{SIGKILL};
}

std::vector<std::string> ProcessWorker::clean_up() {
  std::vector<std::string> left = process_->clean_up();
  read_all_output();
  return left;
}

CapturedOutput ProcessWorker::output_outside_methods() {
  read_all_output();
  CapturedOutput output = collector_.take_outside();
  const CapturedOutput further = process_->further_output();
  output.text += further.text;
  output.total_bytes += further.total_bytes;
  output.truncated = output.truncated || further.truncated;
  return output;
}

}  // namespace carpool
