#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <optional>
#include <utility>

#include "base/framework_environment.h"
#include "process/channel.h"
#include "process/guardian.h"
#include "process/interrupt.h"
#include "process/process_table_posix.h"
#include "process/random.h"
#include "process/spawn.h"
#include "process/stacks.h"
#include "process/symbols.h"
#include "session/output_collector.h"
#include "session/process_worker.h"

namespace carpool {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kStackLimit{15'000};
constexpr milliseconds kSymbolLimit{5'000};
constexpr milliseconds kStackSignalLimit{2'000};
constexpr milliseconds kMarkLimit{2'000};
// A worker that is traced stops without a word; asking after it lets it go on.
constexpr int kLookAround = 1'000;  // milliseconds
// Being woken costs both sides more than a message is worth. Where they come faster than this, and
// have done so for a while, the runner lets some gather.
constexpr std::chrono::microseconds kDense{200};
constexpr int kDenseStream = 8;
constexpr timespec kGathering{.tv_sec = 0, .tv_nsec = 100'000};
constexpr std::size_t kReadSize = 64u << 10;

int poll_time(TimePoint deadline) {
  const auto left = std::chrono::ceil<milliseconds>(deadline - std::chrono::steady_clock::now());
  if (left.count() <= 0) return 0;
  return static_cast<int>(std::min<milliseconds::rep>(left.count(), 3'600'000));
}

bool passed(TimePoint deadline) { return std::chrono::steady_clock::now() >= deadline; }

class ProcessWorker final : public Worker {
 public:
  ProcessWorker(ChildProcess process, FileDescriptor output, const std::string& secret,
                std::optional<Channel> channel, std::optional<ChannelListener> listener,
                std::function<void(std::string_view)> live)
      : process_(std::move(process)),
        process_id_(process_.id()),
        output_(std::move(output)),
        collector_(secret, std::move(live)),
        channel_(std::move(channel)),
        listener_(std::move(listener)),
        marks_arrive_late_(listener_.has_value()) {}

  std::int64_t process_id() const override { return process_id_; }
  void set_process_id(std::int64_t id) override;

  Happening wait(TimePoint deadline) override;
  void send(const protocol::Message& message) override {
    if (channel_) channel_->send(message);
  }
  CapturedOutput output_before(std::uint64_t mark) override;
  CapturedOutput output_since_last_mark() override {
    read_all_output();
    return collector_.take_since_last_mark();
  }
  CapturedOutput output_outside_methods() override {
    read_all_output();
    return collector_.take_outside();
  }
  std::string stacks() override;
  std::string with_symbols(const std::string& frames) override {
    return symbolise_frames(frames, kSymbolLimit);
  }
  ProcessEnd stop(milliseconds grace) override;
  std::vector<std::string> clean_up() override;

 private:
  std::optional<Happening> waiting_news();
  void poll_once(TimePoint deadline, bool heed_interrupt);
  void let_messages_gather(bool heed_interrupt);
  void welcome_peer();
  void signal_all(int signal);
  bool read_output();
  void read_all_output();
  std::optional<ProcessEnd> wait_for_end(TimePoint deadline);

  ChildProcess process_;
  std::int64_t process_id_;
  FileDescriptor output_;
  OutputCollector collector_;
  std::optional<Channel> channel_;
  std::optional<ChannelListener> listener_;
  FileDescriptor peer_;     // of the worker's process, where it is not the one that was started
  bool marks_arrive_late_;  // a launcher may pass the output on, later than the worker's word
  bool process_id_known_ = false;
  TimePoint last_wake_{};
  int dense_wakes_ = 0;  // in a row
  bool end_noticed_ = false;
  bool closing_reported_ = false;
  bool interrupted_ = false;
};

// What is already known, in the order in which a session must hear of it.
std::optional<Happening> ProcessWorker::waiting_news() {
  if (channel_) {
    if (auto message = channel_->next()) return MessageArrived{std::move(*message)};
    if (channel_->state() == Channel::State::kBroken) return ChannelBroken{channel_->trouble()};
  }
  // Asking the kernel each time would cost as much as the rest.
  const auto end = end_noticed_ ? process_.end() : std::nullopt;
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
  if (interrupted_) return InterruptRequested{};
  return std::nullopt;
}

Happening ProcessWorker::wait(TimePoint deadline) {
  // A message in memory needs no system call at all.
  if (channel_) {
    if (auto message = channel_->next()) return MessageArrived{std::move(*message)};
  }
  // At least one look, however late: what came in time must not count as too late because the
  // runner was.
  for (bool looked = false;; looked = true) {
    if (auto news = waiting_news()) return std::move(*news);
    if (looked && passed(deadline)) return DeadlinePassed{};
    poll_once(deadline, true);
  }
}

// The worker's own word is taken only for a process of its group: stacks are asked for by a signal,
// and the number of a process in another container is a stranger's here.
void ProcessWorker::set_process_id(std::int64_t id) {
  if (id > 1 && getpgid(static_cast<pid_t>(id)) == process_.id()) {
    process_id_ = id;
    process_id_known_ = true;
  }
}

// One poll() on all there is to wait for (it passes over -1), and one step on whatever is ready.
void ProcessWorker::poll_once(TimePoint deadline, bool heed_interrupt) {
  collector_.show_live();
  enum { kOutput, kEnd, kInterrupt, kChannel, kListener, kCount };
  const bool channel_open = channel_ && channel_->state() == Channel::State::kOpen;
  const short channel_events =
      static_cast<short>(POLLIN | (channel_open && channel_->wants_to_send() ? POLLOUT : 0));
  std::array<pollfd, kCount> waiting{{
      {.fd = output_.number(), .events = POLLIN, .revents = 0},
      {.fd = process_.end_descriptor(), .events = POLLIN, .revents = 0},
      {.fd = heed_interrupt ? Interrupt::descriptor() : -1, .events = POLLIN, .revents = 0},
      {.fd = channel_open ? channel_->descriptor() : -1, .events = channel_events, .revents = 0},
      {.fd = listener_ ? listener_->descriptor() : -1, .events = POLLIN, .revents = 0},
  }};
  if (dense_wakes_ >= kDenseStream) let_messages_gather(heed_interrupt);
  const int ready =
      poll(waiting.data(), waiting.size(), std::min(poll_time(deadline), kLookAround));
  if (ready == 0) end_noticed_ = true;
  if (ready <= 0) return;
  const auto now = std::chrono::steady_clock::now();
  const bool dense = waiting[kChannel].revents != 0 && now - last_wake_ < kDense;
  dense_wakes_ = dense ? dense_wakes_ + 1 : 0;
  last_wake_ = now;
  if (waiting[kEnd].revents != 0) end_noticed_ = true;
  const bool printed = waiting[kOutput].revents != 0 && read_output();
  if (waiting[kChannel].revents & POLLOUT) channel_->send_more();
  // What was told before it was printed is there by now, and is to be shown before it.
  if (channel_open && (printed || waiting[kChannel].revents != 0)) channel_->receive();
  if (waiting[kInterrupt].revents != 0) interrupted_ = true;
  if (waiting[kListener].revents != 0) {
    channel_ = listener_->accept();
    if (channel_) welcome_peer();
  }
}

// The worker's end and an interruption are noticed at once all the same.
void ProcessWorker::let_messages_gather(bool heed_interrupt) {
  std::array<pollfd, 2> urgent{{
      {.fd = process_.end_descriptor(), .events = POLLIN, .revents = 0},
      {.fd = heed_interrupt ? Interrupt::descriptor() : -1, .events = POLLIN, .revents = 0},
  }};
  ppoll(urgent.data(), urgent.size(), &kGathering, nullptr);
}

// The launcher may have put the worker into a session or group of its own, out of the reach of
// signals to the launcher's group.
void ProcessWorker::welcome_peer() {
  listener_.reset();
  const auto peer = static_cast<pid_t>(channel_->peer());
  if (peer <= 1 || peer == process_.id()) return;
  peer_ = FileDescriptor(static_cast<int>(syscall(SYS_pidfd_open, peer, 0)));
  if (!peer_) return;
  process_id_ = peer;
  process_id_known_ = true;
}

void ProcessWorker::signal_all(int signal) {
  process_.signal_group(signal);
  if (peer_) syscall(SYS_pidfd_send_signal, peer_.number(), signal, nullptr, 0);
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

std::string ProcessWorker::stacks() {
  std::string text = collect_stacks(process_id_, kStackLimit);
  if (!text.empty() || !channel_ || !process_id_known_) return text;
  // Without a debugger, the plugin's own handler answers for the main thread.
  kill(static_cast<pid_t>(process_id_), SIGRTMIN + protocol::kStackSignalOffset);
  const TimePoint deadline = std::chrono::steady_clock::now() + kStackSignalLimit;
  while (!passed(deadline) && !process_.end()) {
    while (auto message = channel_->next()) {
      if (message->word != "stack") continue;
      for (const std::string& frame : message->fields) text += frame + "\n";
      return text;
    }
    poll_once(deadline, false);
  }
  return text;
}

std::optional<ProcessEnd> ProcessWorker::wait_for_end(TimePoint deadline) {
  while (!process_.end() && !passed(deadline)) {
    poll_once(deadline, false);
    while (channel_ && channel_->next()) {
    }
  }
  return process_.end();
}

ProcessEnd ProcessWorker::stop(milliseconds grace) {
  const auto now = std::chrono::steady_clock::now;
  if (auto end = process_.end()) return *end;
  signal_all(SIGTERM);
  signal_all(SIGCONT);  // a stopped process could not even hear of it
  if (auto end = wait_for_end(now() + grace)) return *end;
  signal_all(SIGKILL);
  // SIGKILL cannot be refused, only delayed by the kernel.
  if (auto end = wait_for_end(now() + std::chrono::seconds(30))) return *end;
  return Signalled{SIGKILL};
}

std::vector<std::string> ProcessWorker::clean_up() {
  std::vector<std::string> left = process_.survivors();
  if (!left.empty() || peer_) signal_all(SIGKILL);
  read_all_output();
  for (std::string& name : Guardian::kill_left_behind(process_.id()))
    left.push_back(std::move(name));
  return left;
}

}  // namespace

Result<std::unique_ptr<Worker>> ProcessLauncher::launch(
    std::function<void(std::string_view)> live) {
  auto pipe = open_pipe();
  if (!pipe) return pipe.error();
  const std::string secret = random_hexadecimal(16);
  SpawnRequest request{
      .arguments = command_.launcher,
      .environment = {{protocol::kModeVariable, "serve"}, {protocol::kMarkVariable, secret}},
      .working_directory = command_.working_directory,
      .output = pipe->far.number(),
      .inherited = {},
  };
  for (const char* const variable : kFrameworkVariables) {
    request.environment.emplace_back(variable, std::nullopt);
  }
  request.arguments.push_back(command_.executable.string());
  request.arguments.insert(request.arguments.end(), command_.arguments.begin(),
                           command_.arguments.end());

  std::optional<Channel> channel;
  std::optional<ChannelListener> listener;
  FileDescriptor far_end;
  if (command_.launcher.empty()) {
    auto sockets = open_socket_pair();
    if (!sockets) return sockets.error();
    channel.emplace(std::move(sockets->near));
    far_end = std::move(sockets->far);
    request.inherited.push_back(far_end.number());
    request.environment.emplace_back(protocol::kChannelVariable,
                                     "fd:" + std::to_string(far_end.number()));
  } else {
    auto opened = ChannelListener::open();
    if (!opened) return opened.error();
    request.environment.emplace_back(protocol::kChannelVariable, opened->address());
    listener = std::move(*opened);
  }
  auto process = ChildProcess::spawn(request);
  if (!process) return process.error();
  return std::unique_ptr<Worker>(new ProcessWorker(std::move(*process), std::move(pipe->near),
                                                   secret, std::move(channel), std::move(listener),
                                                   std::move(live)));
}

}  // namespace carpool
