#pragma once

#include <utility>

#include "base/result.h"

namespace carpool {

// Owns one open file descriptor and closes it. Every descriptor the runner opens is close-on-exec.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int number) : number_(number) {}
  FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    if (this != &other) {
      close();
      number_ = std::exchange(other.number_, -1);
    }
    return *this;
  }
  ~FileDescriptor() { close(); }

  int number() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }
  void close();

 private:
  int number_ = -1;
};

// Two connected ends.
struct DescriptorPair {
  FileDescriptor near;  // the runner's; non-blocking. Of a pipe: the end to read from
  FileDescriptor far;   // the worker's; blocking
};

Result<DescriptorPair> open_pipe();
Result<DescriptorPair> open_socket_pair();

// Opens /dev/null in place of each of the three standard descriptors that the caller was started
// without, so that no later descriptor is mistaken for one of them.
void fill_standard_descriptors();

}  // namespace carpool
