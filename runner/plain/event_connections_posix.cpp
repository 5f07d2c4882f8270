#include "plain/event_connections_posix.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

namespace carpool {
namespace {

constexpr std::size_t kReadSize = 64u << 10;
constexpr int kMostReads = 256;  // in a row, of one connection; more than a socket holds
// More than a program has descriptors, mostly. Who comes beyond that has to wait.
constexpr std::size_t kMostOthers = 1'000;
constexpr std::string_view kFirstWords = "gtest_streaming_protocol_version=";

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
  for (const Caller& other : others_) add(other.connection);
}

void EventConnections::read(StreamEventReader& events) {
  let_in();
  const auto take = [&](std::string_view bytes) { events.feed(bytes); };
  if (program_ && !read_some(program_, take)) program_.close();
  hear_others(events);
}

void EventConnections::let_in() {
  while (others_.size() < kMostOthers) {
    FileDescriptor caller(
        accept4(listener_.number(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!caller) return;
    others_.push_back({.connection = std::move(caller)});
  }
}

// Those that are not believed are heard out, so that none is stopped by a full or a closed
// connection.
void EventConnections::hear_others(StreamEventReader& events) {
  std::erase_if(others_, [&](Caller& other) {
    bool is_program = false;
    const bool is_there = read_some(other.connection, [&](std::string_view bytes) {
      if (is_program) return events.feed(bytes);
      if (program_is_known_) return;
      const std::size_t wanted = kFirstWords.size() - other.first_words.size();
      other.first_words += bytes.substr(0, wanted);
      if (other.first_words != kFirstWords) return;
      is_program = program_is_known_ = true;
      events.feed(kFirstWords);
      events.feed(bytes.substr(std::min(wanted, bytes.size())));
    });
    if (is_program && is_there) program_ = std::move(other.connection);
    return is_program || !is_there;
  });
}

}  // namespace carpool
