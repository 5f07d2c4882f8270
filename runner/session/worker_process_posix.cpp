#include "session/worker_process_posix.h"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <csignal>

#include "process/guardian.h"

namespace carpool {
namespace {

constexpr std::chrono::milliseconds kLauncherGrace{2'000};
constexpr std::chrono::milliseconds kLastWord{1'000};  // what it has to say of a rank that was lost
constexpr int kMostReads = 64;                         // a survivor may print for ever

FileDescriptor open_process(std::int64_t process) {
  return FileDescriptor(static_cast<int>(syscall(SYS_pidfd_open, static_cast<pid_t>(process), 0)));
}

void signal_process(const FileDescriptor& process, int signal) {
  if (process) syscall(SYS_pidfd_send_signal, process.number(), signal, nullptr, 0);
}

bool is_readable(int descriptor, int milliseconds) {
  pollfd waiting{.fd = descriptor, .events = POLLIN, .revents = 0};
  return poll(&waiting, 1, milliseconds) > 0;
}

}  // namespace

// The launcher may have put the worker into a session or group of its own, out of the reach of
// signals to the launcher's group.
bool OwnProcess::welcome(std::int64_t peer) {
  if (peer <= 1 || peer == process_.id()) return false;
  peer_ = open_process(peer);
  return static_cast<bool>(peer_);
}

void OwnProcess::signal(int signal) {
  process_.signal_group(signal);
  signal_process(peer_, signal);
}

std::vector<std::string> OwnProcess::clean_up() {
  const std::vector<LeftProcess> of_group = process_.survivors();
  if (!of_group.empty() || peer_) signal(SIGKILL);
  return descriptions(of_group, Guardian::kill_left_behind(process_.id(), of_group));
}

Launch::~Launch() {
  if (process_.end()) return;
  process_.signal_group(SIGTERM);
  process_.signal_group(SIGCONT);
  wait_for_end(kLauncherGrace);
}

std::optional<ProcessEnd> Launch::wait_for_end(std::chrono::milliseconds limit) {
  // It may print on: looked after now and then, so that it need not wait.
  constexpr int kStep = 20;
  const auto deadline = std::chrono::steady_clock::now() + limit;
  while (!process_.end() && std::chrono::steady_clock::now() < deadline) {
    is_readable(process_.end_descriptor(), kStep);
    read_output();
  }
  return process_.end();
}

void Launch::read_output() {
  std::array<char, 64u << 10> buffer;
  for (int reads = 0; output_ && reads < kMostReads; ++reads) {
    const ssize_t got = read(output_.number(), buffer.data(), buffer.size());
    if (got == 0) output_.close();
    if (got <= 0) return;
    text_.append(std::string_view(buffer.data(), static_cast<std::size_t>(got)));
  }
}

CapturedOutput Launch::take_output() {
  read_output();
  return text_.take();
}

bool LaunchedProcess::welcome(std::int64_t peer) {
  peer_ = open_process(peer);
  gone_ = !peer_;
  return !gone_;
}

int LaunchedProcess::end_descriptor() const {
  return peer_ ? peer_.number() : launch_->process().end_descriptor();
}

std::optional<ProcessEnd> LaunchedProcess::end() {
  if (gone_ || (peer_ && is_readable(peer_.number(), 0))) return Vanished{};
  return peer_ ? std::nullopt : launch_->process().end();
}

// Before it has called, the launcher is all that can be reached.
void LaunchedProcess::signal(int signal) {
  if (peer_) {
    signal_process(peer_, signal);
  } else {
    launch_->process().signal_group(signal);
  }
}

std::vector<std::string> LaunchedProcess::clean_up() {
  signal_process(peer_, SIGKILL);
  return {};
}

CapturedOutput LaunchedProcess::further_output() {
  // One share is that of whoever started it.
  if (launch_.use_count() > 2) return {};
  launch_->wait_for_end(kLastWord);
  return launch_->take_output();
}

}  // namespace carpool
