#pragma once

#include <filesystem>

#include "base/result.h"

namespace carpool {

// A fresh folder inside `parent`, removed with all it holds when its owner goes. It is named after
// the process that made it; those of processes that are gone (SIGKILL gives no time to clean up)
// are removed when a new one is made.
class ScratchDirectory {
 public:
  static Result<ScratchDirectory> create(const std::filesystem::path& parent);

  ScratchDirectory(ScratchDirectory&& other) noexcept;
  ScratchDirectory& operator=(ScratchDirectory&&) = delete;
  ~ScratchDirectory();

  const std::filesystem::path& path() const { return path_; }

 private:
  explicit ScratchDirectory(std::filesystem::path path) : path_(std::move(path)) {}

  std::filesystem::path path_;
};

}  // namespace carpool
