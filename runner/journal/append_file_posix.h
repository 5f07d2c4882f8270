#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "base/result.h"

namespace carpool {

// A new file that only grows, by whole lines. Closing is the destructor's. While it is open the
// file is locked (flock), so that others can tell a runner at work from one that is gone; the
// kernel gives the lock back however the runner ends.
class AppendFile {
 public:
  // Creates the file. `*taken` tells an existing file from other trouble.
  static Result<AppendFile> create(const std::filesystem::path& path, bool* taken);

  AppendFile(AppendFile&& other) noexcept;
  AppendFile& operator=(AppendFile&& other) noexcept;
  ~AppendFile();

  // Writes lines, each with its LF. Where that fails half-way, the file is cut back to its last
  // whole line.
  Result<void> write_lines(std::string_view lines);

  // An error where the file at the path is no longer this one: somebody has removed it, a directory
  // above it, or put another in its place. What is written then is lost, though no write fails.
  Result<void> check_in_place() const;

 private:
  AppendFile(int descriptor, std::filesystem::path path);
  void keep_whole_lines(std::string_view written);

  int descriptor_ = -1;
  std::filesystem::path path_;
  std::int64_t size_ = 0;  // bytes of whole lines in the file
};

// Whether some process has this file open as its AppendFile.
bool is_being_appended_to(const std::filesystem::path& path);

}  // namespace carpool
