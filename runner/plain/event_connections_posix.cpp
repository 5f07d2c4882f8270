#include "plain/event_connections_posix.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>

namespace carpool {
namespace {

constexpr std::size_t kReadSize = 64u << 10;
constexpr int kMostReads = 256;  // in a row, of one connection; more than a socket holds
// More than a program has descriptors, mostly. Who comes beyond that has to wait.
constexpr std::size_t kMostOthers = 1'000;

// Whether the connection may have more to say, now or later. What it said goes to `take`.
template <typename Take>
bool read_some(const FileDescriptor& connection, const Take& take) {
  std::array<char, kReadSize> buffer;
  for (int reads = 0; reads < kMostReads; ++reads) {
    const ssize_t got = ::read(connection.number(), buffer.data(), buffer.size());
    if (got == 0) return false;
    if (got < 0) return errno == EAGAIN || errno == EINTR;
    take(std::string_view(buffer.data(), static_cast<std::size_t>(got)));
  }
  return true;
}

}  // namespace

Result<EventConnections> EventConnections::open() {
  FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const plain = reinterpret_cast<sockaddr*>(&address);
  if (!socket || bind(socket.number(), plain, size) != 0 ||
      listen(socket.number(), SOMAXCONN) != 0 || getsockname(socket.number(), plain, &size) != 0) {
    return Error{std::string("cannot listen for GoogleTest's event stream at 127.0.0.1: ") +
                 std::strerror(errno)};
  }
  return EventConnections(std::move(socket), ntohs(address.sin_port));
}

void EventConnections::watch(std::vector<pollfd>& waiting) const {
  const auto add = [&](const FileDescriptor& descriptor) {
    if (descriptor) waiting.push_back({.fd = descriptor.number(), .events = POLLIN, .revents = 0});
  };
  add(program_);
  if (others_.size() < kMostOthers) add(listener_);
  for (const FileDescriptor& other : others_) add(other);
}

void EventConnections::read(StreamEventReader& events) {
  let_in();
  const auto take = [&](std::string_view bytes) { events.feed(bytes); };
  if (program_ && !read_some(program_, take)) program_.close();
  drain_others();
}

void EventConnections::let_in() {
  while (others_.size() < kMostOthers) {
    FileDescriptor caller(
        accept4(listener_.number(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!caller) return;
    if (std::exchange(program_has_called_, true)) {
      others_.push_back(std::move(caller));
    } else {
      program_ = std::move(caller);
    }
  }
}

// They are heard out, so that none is stopped by a full or a closed connection.
void EventConnections::drain_others() {
  std::erase_if(others_, [](const FileDescriptor& other) {
    return !read_some(other, [](std::string_view) {});
  });
}

}  // namespace carpool
