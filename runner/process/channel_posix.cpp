#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "process/channel.h"
#include "process/random.h"

namespace carpool {
namespace {

constexpr std::size_t kReceiveSize = 64u << 10;

void trace(char direction, const char* line, std::size_t size) {
  static const bool wanted = [] {
    const char* const value = std::getenv("CARPOOL_TRACE");
    return value && std::string_view(value) == "1";
  }();
  if (wanted) std::fprintf(stderr, "carpool: %c %.*s\n", direction, static_cast<int>(size), line);
}

}  // namespace

Channel::Channel(FileDescriptor connected, std::int64_t peer)
    : descriptor_(std::move(connected)), peer_(peer) {}

bool Channel::receive() {
  if (state_ != State::kOpen) return false;
  if (parsed_ > 0) {
    std::memmove(incoming_.data(), incoming_.data() + parsed_, filled_ - parsed_);
    filled_ -= parsed_;
    scanned_ -= parsed_;
    parsed_ = 0;
  }
  // Somebody who sends without end, and is not read meanwhile, is not to fill the memory. next()
  // finds a whole line in so much, or breaks the channel.
  if (filled_ >= protocol::kLongestLine) return false;
  if (incoming_.size() < filled_ + kReceiveSize) incoming_.resize(filled_ + kReceiveSize);
  const ssize_t got = recv(descriptor_.number(), incoming_.data() + filled_, kReceiveSize, 0);
  if (got > 0) {
    filled_ += static_cast<std::size_t>(got);
    return static_cast<std::size_t>(got) == kReceiveSize;
  }
  if (got < 0 && errno == EINTR) return true;
  if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return false;
  state_ = State::kClosed;
  return false;
}

std::optional<protocol::Message> Channel::next() {
  if (state_ == State::kBroken || scanned_ == filled_) return std::nullopt;
  const void* const found = std::memchr(incoming_.data() + scanned_, '\n', filled_ - scanned_);
  if (!found) {
    scanned_ = filled_;
    if (filled_ - parsed_ >= protocol::kLongestLine) {
      state_ = State::kBroken;
      trouble_ = "a line longer than " + std::to_string(protocol::kLongestLine) + " bytes";
    }
    return std::nullopt;
  }
  const auto end = static_cast<std::size_t>(static_cast<const char*>(found) - incoming_.data());
  const char* const line = incoming_.data() + parsed_;
  const std::size_t size = end - parsed_;
  trace('<', line, size);
  protocol::Message message;
  if (!protocol::decode(line, size, message)) {
    state_ = State::kBroken;
    trouble_ = "a line that is no message: ";
    protocol::append_escaped(trouble_, line, size < 100 ? size : 100);
    return std::nullopt;
  }
  parsed_ = scanned_ = end + 1;
  return message;
}

void Channel::send(const protocol::Message& message) {
  send(std::make_shared<const std::string>(protocol::encode(message)));
}

void Channel::send(std::shared_ptr<const std::string> lines) {
  for (std::size_t at = 0; at < lines->size();) {
    const std::size_t end = lines->find('\n', at);
    trace('>', lines->data() + at, end - at);
    at = end + 1;
  }
  outgoing_.push_back(std::move(lines));
  send_more();
}

void Channel::send_more() {
  while (wants_to_send() && state_ == State::kOpen) {
    const std::string& first = *outgoing_.front();
    const ssize_t sent =
        ::send(descriptor_.number(), first.data() + sent_, first.size() - sent_, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) break;  // full for now, or closed: receive() will notice
    sent_ += static_cast<std::size_t>(sent);
    if (sent_ < first.size()) continue;
    outgoing_.pop_front();
    sent_ = 0;
  }
}

void Channel::pass(const FileDescriptor& descriptor) {
  char nothing = 0;
  iovec data{.iov_base = &nothing, .iov_len = 1};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  const int number = descriptor.number();
  std::memcpy(CMSG_DATA(header), &number, sizeof number);
  // Where it fails, the worker waits until its start-up has taken too long.
  while (sendmsg(descriptor_.number(), &message, MSG_NOSIGNAL) < 0 && errno == EINTR) {
  }
}

Result<ChannelListener> ChannelListener::open() {
  return open("carpool-" + random_hexadecimal(16));
}

Result<std::vector<ChannelListener>> ChannelListener::open_for_ranks(std::size_t count) {
  const std::string name = "carpool-" + random_hexadecimal(16);
  std::vector<ChannelListener> listeners;
  for (std::size_t rank = 0; rank < count; ++rank) {
    auto listener = open(name + "." + std::to_string(rank));
    if (!listener) return listener.error();
    listener->address_ = "unix:@" + name;
    listeners.push_back(std::move(*listener));
  }
  return listeners;
}

Result<ChannelListener> ChannelListener::open(const std::string& name) {
  FileDescriptor descriptor(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path + 1, name.data(), name.size());
  const socklen_t size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  if (!descriptor ||
      bind(descriptor.number(), reinterpret_cast<const sockaddr*>(&address), size) != 0 ||
      listen(descriptor.number(), 1) != 0) {
    return Error{std::string("cannot open a socket for workers behind a launcher: ") +
                 std::strerror(errno)};
  }
  return ChannelListener(std::move(descriptor), "unix:@" + name);
}

std::optional<Channel> ChannelListener::accept() {
  FileDescriptor connected(
      accept4(descriptor_.number(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
  if (!connected) return std::nullopt;
  ucred peer{};
  socklen_t size = sizeof peer;
  const bool known = getsockopt(connected.number(), SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0;
  if (!known || (peer.uid != geteuid() && peer.uid != 0)) return std::nullopt;
  return Channel(std::move(connected), peer.pid);
}

}  // namespace carpool
