#pragma once

#include <chrono>
#include <filesystem>

#include "base/result.h"

namespace carpool {

// While one lives, no other process (or thread) has one of the same file, which is there for
// nothing else. The kernel takes it back from a process that dies.
class FileLock {
 public:
  enum class File { kStays, kGoesWithTheLock };

  // Creates the file, and its folder. Waits for others, at most `patience`. On a file system
  // without locks it is granted at once: what it guards is still only ever replaced whole.
  static Result<FileLock> acquire(const std::filesystem::path& file,
                                  std::chrono::milliseconds patience, File fate = File::kStays);

  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  ~FileLock();

 private:
  FileLock(int descriptor, std::filesystem::path to_remove);
  int descriptor_ = -1;
  std::filesystem::path to_remove_;  // empty for nothing
};

// What whoever writes the last run's report, the history, or removes old runs of a results
// directory holds.
Result<FileLock> lock_results(const std::filesystem::path& results,
                              std::chrono::milliseconds patience);

}  // namespace carpool
