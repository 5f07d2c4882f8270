#include "channel_posix.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>

#include "descriptor_posix.h"
#include "forked_child_posix.h"
#include "start_posix.h"

namespace carpool {
namespace {

constexpr std::size_t kReadSize = 64 * 1024;
constexpr unsigned kSecondsToBeKilled = 10;
constexpr int kCrashPatience = 1000;  // turns given to another thread that holds the channel

// A socket connected to the abstract Unix address `name`, or -1.
int connect_abstract(const std::string& name) {
  struct sockaddr_un address;
  std::memset(&address, 0, sizeof address);
  address.sun_family = AF_UNIX;
  if (name.empty() || name.size() >= sizeof address.sun_path) return -1;
  std::memcpy(address.sun_path + 1, name.data(), name.size());
  const std::size_t size = offsetof(struct sockaddr_un, sun_path) + 1 + name.size();

  const int socket_descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
  if (socket_descriptor < 0) return -1;
  while (connect(socket_descriptor, reinterpret_cast<const struct sockaddr*>(&address),
                 static_cast<socklen_t>(size)) != 0) {
    if (errno == EINTR) continue;
    close(socket_descriptor);
    return -1;
  }
  return socket_descriptor;
}

// A test has closed or shut the channel, or the runner is dead. Running on would look to the runner
// like an end in good order, and would take other people's tear-down with it: the runner sees the
// channel closed and kills this process, as the kernel does where the runner is dead.
[[noreturn]] void await_kill() {
  for (unsigned left = kSecondsToBeKilled; left > 0;) left = sleep(left);
  refuse_to_work("the runner has gone");
}

}  // namespace

bool Channel::open(const std::string& address) {
  int descriptor = -1;
  std::int64_t number = 0;
  if (address.compare(0, 3, "fd:") == 0) {
    if (!protocol::parse_number(address.substr(3), number) || number > 1 << 30) return false;
    descriptor = static_cast<int>(number);
  } else if (address.compare(0, 6, "unix:@") == 0) {
    descriptor = connect_abstract(address.substr(6));
  }
  int type = 0;
  socklen_t size = sizeof type;
  if (descriptor < 0 || getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) != 0) {
    return false;
  }
  socket_ = move_high(descriptor);
  return true;
}

void Channel::lock() {
  while (busy_.exchange(true, std::memory_order_acquire)) sched_yield();
}

void Channel::unlock() {
  do {
    const char* const bytes = deferred_.exchange(nullptr);
    if (bytes != nullptr) transmit(bytes, deferred_size_.load());
    busy_.store(false, std::memory_order_release);
    // A signal may have come in between, and found the channel still held.
  } while (deferred_.load() != nullptr && !busy_.exchange(true, std::memory_order_acquire));
}

void Channel::transmit(const char* bytes, std::size_t size) {
  if (!broken() && !send_all(socket_, bytes, size)) state_.store(State::kLost);
}

void Channel::send_queued() {
  const std::size_t size = queued_size_.exchange(0);
  if (size > 0) transmit(queued_, size);
}

void Channel::append(const Line& line) {
  const std::string& bytes = line.bytes();
  const std::size_t size = bytes.size() + 1;
  if (queued_size_.load(std::memory_order_relaxed) + size > kRoom) send_queued();
  if (size > kRoom) {
    transmit((bytes + '\n').data(), size);
    return;
  }
  const std::size_t before = queued_size_.load(std::memory_order_relaxed);
  std::memcpy(queued_ + before, bytes.data(), bytes.size());
  queued_[before + size - 1] = '\n';
  queued_size_.store(before + size);
}

void Channel::queue(const Line& line) {
  if (in_forked_child()) return;
  lock();
  append(line);
  unlock();
  if (lost()) await_kill();
}

void Channel::send(const Line& line) {
  if (in_forked_child()) return;
  lock();
  append(line);
  send_queued();
  unlock();
  if (lost()) await_kill();
}

void Channel::flush() {
  if (in_forked_child()) return;
  lock();
  send_queued();
  unlock();
  if (lost()) await_kill();
}

bool Channel::take_line(protocol::Message& message) {
  const std::size_t end = received_.find('\n', received_from_);
  if (end == std::string::npos) return false;
  if (!protocol::decode(received_.data() + received_from_, end - received_from_, message)) {
    state_.store(State::kClosed);
  }
  received_from_ = end + 1;
  return true;
}

bool Channel::receive(protocol::Message& message) {
  if (in_forked_child()) return false;
  while (!broken()) {
    if (take_line(message)) return !broken();
    received_.erase(0, received_from_);
    received_from_ = 0;
    const std::size_t before = received_.size();
    if (before > protocol::kLongestLine) break;
    received_.resize(before + kReadSize);
    const ssize_t count = recv(socket_, &received_[before], kReadSize, 0);
    received_.resize(before + (count > 0 ? static_cast<std::size_t>(count) : 0));
    if (count == 0 || (count < 0 && !may_retry(socket_, POLLIN))) break;
  }
  state_.store(State::kClosed);
  return false;
}

void Channel::send_from_crash(const char* bytes, std::size_t size) {
  if (in_forked_child() || socket_ < 0) return;
  for (int turn = 0; turn < kCrashPatience; ++turn) {
    if (!busy_.exchange(true, std::memory_order_acquire)) break;
    sched_yield();
  }
  send_queued();
  transmit(bytes, size);
}

void Channel::send_from_signal(const char* bytes, std::size_t size) {
  if (in_forked_child() || socket_ < 0) return;
  if (busy_.exchange(true, std::memory_order_acquire)) {
    deferred_size_.store(size);
    deferred_.store(bytes);
    // Whoever held the channel may have let go of it before it could see the line.
    if (!busy_.exchange(true, std::memory_order_acquire)) unlock();
    return;
  }
  transmit(bytes, size);
  unlock();
}

}  // namespace carpool
