#include "journal/file_lock_posix.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <thread>
#include <utility>

namespace carpool {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kPause{10};

// Whoever had the lock before may have removed the file while this one waited: the next would make
// a new one, and have that.
bool is_still_at(int descriptor, const fs::path& file) {
  struct stat opened {};
  struct stat there {};
  return ::fstat(descriptor, &opened) == 0 && ::stat(file.c_str(), &there) == 0 &&
         opened.st_dev == there.st_dev && opened.st_ino == there.st_ino;
}

}  // namespace

Result<FileLock> FileLock::acquire(const fs::path& file, std::chrono::milliseconds patience,
                                   File fate) {
  std::error_code problem;
  fs::create_directories(file.parent_path(), problem);
  if (problem) {
    return Error{"cannot create " + file.parent_path().string() + ": " + problem.message()};
  }
  const auto deadline = std::chrono::steady_clock::now() + patience;
  for (;;) {
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0) return Error{"cannot write " + file.string() + ": " + std::strerror(errno)};
    FileLock lock(descriptor, {});
    bool is_refused = false;
    while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
      if (errno == EINTR) continue;
      is_refused = errno == EWOULDBLOCK;
      break;
    }
    if (!is_refused && is_still_at(descriptor, file)) {
      if (fate == File::kGoesWithTheLock) lock.to_remove_ = file;
      return lock;
    }
    if (std::chrono::steady_clock::now() >= deadline) {
      return Error{"another process has held " + file.string() +
                   " for too long: try again once it has ended"};
    }
    std::this_thread::sleep_for(kPause);
  }
}

FileLock::FileLock(int descriptor, fs::path to_remove)
    : descriptor_(descriptor), to_remove_(std::move(to_remove)) {}

FileLock::FileLock(FileLock&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      to_remove_(std::exchange(other.to_remove_, {})) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(to_remove_, other.to_remove_);
  return *this;
}

FileLock::~FileLock() {
  // Before it is given back: the file of a lock that somebody else has by then is not touched.
  if (!to_remove_.empty()) ::unlink(to_remove_.c_str());
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<FileLock> lock_results(const fs::path& results, std::chrono::milliseconds patience) {
  return FileLock::acquire(results / ".lock", patience);
}

}  // namespace carpool
