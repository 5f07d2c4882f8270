#include "descriptor_posix.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

#include <cstring>

namespace carpool {
namespace {

constexpr int kRoomBelowLimit = 24;
constexpr int kHighestWanted = 1024;  // more would make every fork copy a larger table

int lowest_high_number() {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur > kHighestWanted) {
    return kHighestWanted - kRoomBelowLimit;
  }
  const int ceiling = static_cast<int>(limit.rlim_cur);
  return ceiling > 2 * kRoomBelowLimit ? ceiling - kRoomBelowLimit : 3;
}

}  // namespace

int duplicate_high(int descriptor) {
  return fcntl(descriptor, F_DUPFD_CLOEXEC, lowest_high_number());
}

int move_high(int descriptor) {
  const int high = duplicate_high(descriptor);
  if (high < 0) {
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    return descriptor;
  }
  close(descriptor);
  return high;
}

bool may_retry(int descriptor, short events) {
  if (errno == EINTR) return true;
  if (errno != EAGAIN) return false;
  struct pollfd ready = {descriptor, events, 0};
  return poll(&ready, 1, -1) >= 0 || errno == EINTR;
}

bool write_all(int descriptor, const char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t written = write(descriptor, bytes, size);
    if (written < 0) {
      if (!may_retry(descriptor, POLLOUT)) return false;
      continue;
    }
    bytes += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

bool send_all(int socket, const char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t sent = send(socket, bytes, size, MSG_NOSIGNAL);
    if (sent < 0) {
      if (!may_retry(socket, POLLOUT)) return false;
      continue;
    }
    bytes += sent;
    size -= static_cast<std::size_t>(sent);
  }
  return true;
}

bool take_standard_output(int socket) {
  char nothing = 0;
  struct iovec data;
  data.iov_base = &nothing;
  data.iov_len = 1;
  alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int))];
  struct msghdr message;
  std::memset(&message, 0, sizeof message);
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  ssize_t size = 0;
  do {
    size = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  } while (size < 0 && errno == EINTR);
  const struct cmsghdr* const header = size == 1 ? CMSG_FIRSTHDR(&message) : nullptr;
  if (header == nullptr || header->cmsg_type != SCM_RIGHTS) return false;
  int passed = -1;
  std::memcpy(&passed, CMSG_DATA(header), sizeof passed);
  const bool done =
      dup2(passed, STDOUT_FILENO) == STDOUT_FILENO && dup2(passed, STDERR_FILENO) == STDERR_FILENO;
  if (passed > STDERR_FILENO) close(passed);
  return done;
}

}  // namespace carpool
