#pragma once

#include <filesystem>

#include "base/result.h"

namespace carpool {

// A fresh folder inside `parent`, removed with all it holds when its owner goes.
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
