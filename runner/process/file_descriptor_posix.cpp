#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "process/file_descriptor.h"

namespace carpool {
namespace {

void make_non_blocking(int descriptor) {
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

}  // namespace

void FileDescriptor::close() {
  if (number_ >= 0) ::close(std::exchange(number_, -1));
}

Result<DescriptorPair> open_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    return Error{std::string("cannot open a pipe: ") + std::strerror(errno)};
  }
  make_non_blocking(ends[0]);
  return DescriptorPair{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

Result<DescriptorPair> open_socket_pair() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return Error{std::string("cannot open a socket pair: ") + std::strerror(errno)};
  }
  make_non_blocking(ends[0]);
  return DescriptorPair{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

void fill_standard_descriptors() {
  for (int number = 0; number < 3; ++number) {
    if (fcntl(number, F_GETFD) == -1 && errno == EBADF) {
      // The lowest free number is the one that is missing.
      const int opened = open("/dev/null", number == 0 ? O_RDONLY : O_WRONLY);
      if (opened > number) ::close(opened);
    }
  }
}

}  // namespace carpool
