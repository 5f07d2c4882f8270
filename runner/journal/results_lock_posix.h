#pragma once

#include <chrono>
#include <filesystem>

#include "base/result.h"

namespace carpool {

// While one lives, no other process (or thread) has one for the same results directory: whoever
// writes the last run's report, the history, or removes old runs holds it. The kernel takes it back
// from a process that dies.
class ResultsLock {
 public:
  // Waits for others, at most `patience`. On a file system without locks it is granted at once:
  // files there are still only ever replaced whole.
  static Result<ResultsLock> acquire(const std::filesystem::path& results,
                                     std::chrono::milliseconds patience);

  ResultsLock(ResultsLock&& other) noexcept;
  ResultsLock& operator=(ResultsLock&& other) noexcept;
  ~ResultsLock();

 private:
  explicit ResultsLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_ = -1;
};

}  // namespace carpool
