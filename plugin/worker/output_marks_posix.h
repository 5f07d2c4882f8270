#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

namespace carpool {

// Pushes what the C and C++ streams hold into standard output and standard error.
void flush_standard_streams();

// Writes the marks that say where each method's output begins and ends. Owns a copy of the worker's
// first standard output, so that marks arrive wherever a test points descriptor 1.
class OutputMarks {
 public:
  // Remembers the current standard output and the secret. Without a secret no marks are written.
  void open(const std::string& secret);

  // The mark before a method's body.
  void begin();

  // The mark after a method. Its number; 0 without marks. With `hold` the mark may wait for the
  // next begin() or release(), to share a system call with it.
  std::int64_t end(bool hold);

  // Writes a mark that is held back. Safe in signal handlers.
  void release();

  int descriptor() const { return descriptor_; }

 private:
  void add();

  int descriptor_ = -1;
  std::string prefix_;
  std::int64_t number_ = 0;

  static constexpr std::size_t kLongestSecret = 64;
  char held_[2 * (kLongestSecret + 40)];  // the end of one method and the beginning of the next
  std::atomic<std::size_t> held_size_{0};
};

}  // namespace carpool
