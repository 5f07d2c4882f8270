#pragma once

#include <cstddef>

namespace carpool {

// Text of bounded length, put together without memory of the heap: for signal handlers.
class SignalSafeText {
 public:
  void clear() { size_ = 0; }
  void append(const char* text);
  void append_escaped(const char* text);  // as a field of the protocol
  void append_number(unsigned long number, unsigned base);

  const char* bytes() const { return bytes_; }
  std::size_t size() const { return size_; }

 private:
  void append_byte(char byte);

  static constexpr std::size_t kRoom = 16 * 1024;
  char bytes_[kRoom] = {};  // initialised at compile time: a crash may come before any constructor
  std::size_t size_ = 0;
};

// Does the parts of a trace that may allocate memory or load libraries, so that a signal handler
// need not.
void prepare_stack_traces();

// Appends one field per frame of the calling thread, `<file>+0x<address in that file>`, as
// addr2line takes it. In a signal handler it begins with the code that was interrupted.
void append_stack_trace(SignalSafeText& text);

}  // namespace carpool
