#include "ring.h"

#include <arpa/inet.h>
#include <carpool/rank.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <vector>

namespace {

int checked(int result, const char* what) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), what);
  return result;
}

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  return address;
}

std::uint16_t port_of(int socket) {
  sockaddr_in address{};
  socklen_t size = sizeof(address);
  checked(getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size), "getsockname");
  return ntohs(address.sin_port);
}

}  // namespace

Ring::Ring(int rank, int world_size) : world_size_(world_size) {
  const int listener = checked(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), "socket");
  sockaddr_in own = loopback(0);
  checked(bind(listener, reinterpret_cast<sockaddr*>(&own), sizeof(own)), "bind");
  checked(listen(listener, 1), "listen");

  // Each rank tells the others where it listens: that is what all_gather() is for.
  const std::vector<std::string> ports = carpool::all_gather(std::to_string(port_of(listener)));
  const std::string& port = ports[static_cast<std::size_t>((rank + 1) % world_size)];
  const sockaddr_in neighbour = loopback(static_cast<std::uint16_t>(std::stoi(port)));
  next_ = checked(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), "socket");
  checked(connect(next_, reinterpret_cast<const sockaddr*>(&neighbour), sizeof(neighbour)),
          "connect");
  previous_ = checked(accept4(listener, nullptr, nullptr, SOCK_CLOEXEC), "accept");
  close(listener);
}

Ring::~Ring() {
  close(next_);
  close(previous_);
}

std::int64_t Ring::pass(std::int64_t value) {
  const ssize_t sent = send(next_, &value, sizeof(value), MSG_NOSIGNAL);
  checked(static_cast<int>(sent), "send");
  std::int64_t received = 0;
  const ssize_t size = recv(previous_, &received, sizeof(received), MSG_WAITALL);
  checked(static_cast<int>(size), "recv");
  if (size != sizeof(received)) {
    throw std::system_error(ECONNRESET, std::generic_category(), "the rank before is gone");
  }
  return received;
}

std::int64_t Ring::sum(std::int64_t value) {
  std::int64_t total = value;
  for (int step = 1; step < world_size_; ++step) {
    value = pass(value);
    total += value;
  }
  return total;
}
