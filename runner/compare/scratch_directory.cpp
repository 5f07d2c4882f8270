#include "compare/scratch_directory.h"

#include <random>
#include <string>
#include <utility>

namespace carpool {

Result<ScratchDirectory> ScratchDirectory::create(const std::filesystem::path& parent) {
  std::error_code failure;
  std::filesystem::create_directories(parent, failure);
  if (failure) return Error{"cannot create " + parent.string() + ": " + failure.message()};
  std::random_device random;
  while (true) {
    std::filesystem::path path = parent / ("comparison-" + std::to_string(random()));
    // False without an error: somebody else has this one.
    if (std::filesystem::create_directory(path, failure)) return ScratchDirectory(std::move(path));
    if (failure) return Error{"cannot create " + path.string() + ": " + failure.message()};
  }
}

ScratchDirectory::ScratchDirectory(ScratchDirectory&& other) noexcept
    : path_(std::exchange(other.path_, {})) {}

ScratchDirectory::~ScratchDirectory() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace carpool
