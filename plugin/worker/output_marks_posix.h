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

  // Before a method's body: writes the first mark, unless that of a silent method still stands
  // last.
  void begin();

  // After a method: the number of its second mark; 0 without marks. With `hold` the mark may wait
  // for the next begin() or close(), to share a system call with it.
  std::int64_t end(bool hold);

  // After a method that cannot have printed: there is no second mark, the next method takes over
  // the first. Returns 0, the number that says so.
  std::int64_t end_silent() { return 0; }

  // Nothing that is printed from now on belongs to a method.
  void close();

  // Writes a mark that is held back. Safe in signal handlers.
  void release();

 private:
  void add();
  bool inside_method() const { return number_ % 2 == 1; }

  int descriptor_ = -1;
  std::string prefix_;
  std::int64_t number_ = 0;  // of the last mark: odd inside of a method

  static constexpr std::size_t kLongestSecret = 64;
  char held_[2 * (kLongestSecret + 40)];  // the end of one method and the beginning of the next
  std::atomic<std::size_t> held_size_{0};
};

}  // namespace carpool
