#pragma once

#include <cstddef>
#include <cstdint>

namespace carpool::exec {

// What the method has printed, on its way to whoever reads it. Held back for a moment that nobody
// notices: each write wakes the reader, and mostly the rest of the method's words is near.
class EntryOutput {
 public:
  // Not more than kMost at once.
  static constexpr std::size_t kMost = 64u << 10;
  void add(const char* bytes, std::size_t size);

  bool holds_something() const { return held_ > 0; }
  // Until the moment is over; 0 where it is.
  int time_left_ms() const;
  void flush();

 private:
  std::size_t held_ = 0;
  std::int64_t until_ms_ = 0;  // on the monotonic clock
  static char buffer_[kMost];
};

}  // namespace carpool::exec
