#include "output_marks_posix.h"

#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <iostream>

#include "../protocol/message.h"
#include "descriptor_posix.h"
#include "forked_child_posix.h"

namespace carpool {

void flush_standard_streams() {
  std::cout.flush();
  std::wcout.flush();
  std::cerr.flush();
  std::clog.flush();
  std::wcerr.flush();
  std::wclog.flush();
  std::fflush(stdout);
  std::fflush(stderr);
}

void OutputMarks::open(const std::string& secret) {
  if (secret.empty() || secret.size() > 64) return;
  secret_ = secret;
  descriptor_ = duplicate_high(STDOUT_FILENO);
}

void OutputMarks::add() {
  const std::string mark =
      protocol::output_mark(secret_, static_cast<std::uint64_t>(++number_));
  const std::size_t before = held_size_.load(std::memory_order_relaxed);
  if (before + mark.size() > kRoom) return;
  std::memcpy(held_ + before, mark.data(), mark.size());
  held_size_.store(before + mark.size());
}

void OutputMarks::begin() {
  if (descriptor_ < 0 || in_forked_child()) return;
  if (held_size_.load(std::memory_order_relaxed) == 0) flush_standard_streams();
  add();
  release();
}

std::int64_t OutputMarks::end(bool hold) {
  if (descriptor_ < 0 || in_forked_child()) return 0;
  add();
  if (!hold) release();
  return number_;
}

void OutputMarks::release() {
  if (in_forked_child()) return;
  const std::size_t size = held_size_.exchange(0);
  if (size == 0) return;
  if (write_all(descriptor_, held_, size)) return;
  // A test that closed every descriptor took the copy with it.
  write_all(STDOUT_FILENO, held_, size);
}

}  // namespace carpool
