#include "exec/entry_output_posix.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

#include <cstring>

namespace carpool::exec {
namespace {

constexpr std::int64_t kMoment_ms = 50;

std::int64_t now_ms() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * std::int64_t{1000} + now.tv_nsec / 1'000'000;
}

}  // namespace

char EntryOutput::buffer_[kMost];

void EntryOutput::add(const char* bytes, std::size_t size) {
  if (size > kMost - held_) flush();
  if (held_ == 0) until_ms_ = now_ms() + kMoment_ms;
  std::memcpy(buffer_ + held_, bytes, size);
  held_ += size;
}

int EntryOutput::time_left_ms() const {
  const std::int64_t left = until_ms_ - now_ms();
  return left > 0 ? static_cast<int>(left) : 0;
}

// Where nobody reads any more, which is no signal here, the method runs on all the same.
void EntryOutput::flush() {
  const char* at = buffer_;
  std::size_t left = held_;
  held_ = 0;
  while (left > 0) {
    const ssize_t written = write(STDOUT_FILENO, at, left);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return;
    at += written;
    left -= static_cast<std::size_t>(written);
  }
}

}  // namespace carpool::exec
