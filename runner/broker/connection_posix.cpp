#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "broker/connection.h"

namespace carpool {

std::shared_ptr<Connection> Connection::accept(const FileDescriptor& listener) {
  FileDescriptor connected(accept4(listener.number(), nullptr, nullptr, SOCK_CLOEXEC));
  if (!connected) return nullptr;
  ucred peer{};
  socklen_t size = sizeof peer;
  const bool known = getsockopt(connected.number(), SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0;
  if (!known || peer.uid != geteuid()) return nullptr;
  return std::make_shared<Connection>(std::move(connected));
}

bool Connection::receive() {
  std::array<char, 64u << 10> buffer;
  constexpr int kMostReads = 16;  // there are others to be heard
  for (int reads = 0; reads < kMostReads; ++reads) {
    const ssize_t got = recv(connected_.number(), buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (got > 0) {
      reader_.feed(std::string_view(buffer.data(), static_cast<std::size_t>(got)));
      if (static_cast<std::size_t>(got) < buffer.size()) return true;  // poll() tells of the rest
      continue;
    }
    if (got < 0 && errno == EINTR) continue;
    return got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
  }
  return true;
}

// Waits while the client does not read, as the test itself would wait for whoever reads its output.
bool Connection::send(std::initializer_list<Piece> pieces) {
  std::array<exec::FrameHeader, kMostPieces> headers;
  std::array<iovec, 2 * kMostPieces> parts;
  msghdr message{};
  message.msg_iov = parts.data();
  for (const Piece& piece : pieces) {
    exec::FrameHeader& header = headers.at(message.msg_iovlen / 2);
    header = {static_cast<std::uint32_t>(piece.bytes.size()), piece.kind};
    parts.at(message.msg_iovlen++) = {&header, sizeof header};
    parts.at(message.msg_iovlen++) = {const_cast<char*>(piece.bytes.data()), piece.bytes.size()};
  }
  while (message.msg_iovlen > 0) {
    const ssize_t sent = sendmsg(connected_.number(), &message, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return false;  // the client is gone, which the dispatcher sees for itself
    auto rest = static_cast<std::size_t>(sent);
    while (message.msg_iovlen > 0 && rest >= message.msg_iov->iov_len) {
      rest -= message.msg_iov->iov_len;
      ++message.msg_iov;
      --message.msg_iovlen;
    }
    if (message.msg_iovlen > 0) {
      message.msg_iov->iov_base = static_cast<char*>(message.msg_iov->iov_base) + rest;
      message.msg_iov->iov_len -= rest;
    }
  }
  return true;
}

void Connection::abandon() { shutdown(connected_.number(), SHUT_RDWR); }

}  // namespace carpool
