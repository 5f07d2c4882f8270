#include "output_marks_posix.h"

#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <iostream>

#include "../protocol/message.h"
#include "descriptor_posix.h"
#include "forked_child_posix.h"

namespace carpool {

// std::cerr and std::wcerr hold nothing back.
void flush_standard_streams() {
  std::cout.flush();
  std::wcout.flush();
  std::clog.flush();
  std::fflush(stdout);
  std::fflush(stderr);
}

void OutputMarks::open(const std::string& secret) {
  if (secret.empty() || secret.size() > kLongestSecret) return;
  const std::string mark = protocol::output_mark(secret, 1);
  prefix_ = mark.substr(0, mark.size() - 2);  // all but the number and the LF
  descriptor_ = duplicate_high(STDOUT_FILENO);
}

void OutputMarks::add() {
  char digits[20];
  std::size_t first_digit = sizeof digits;
  for (std::int64_t rest = ++number_; rest > 0; rest /= 10) {
    digits[--first_digit] = static_cast<char>('0' + rest % 10);
  }
  std::size_t size = held_size_.load(std::memory_order_relaxed);
  std::memcpy(held_ + size, prefix_.data(), prefix_.size());
  size += prefix_.size();
  std::memcpy(held_ + size, digits + first_digit, sizeof digits - first_digit);
  size += sizeof digits - first_digit;
  held_[size] = '\n';
  held_size_.store(size + 1);
}

void OutputMarks::begin() {
  if (descriptor_ < 0 || in_forked_child() || inside_method()) return;
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

void OutputMarks::close() {
  if (descriptor_ < 0 || in_forked_child()) return;
  if (inside_method()) add();
  release();
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
