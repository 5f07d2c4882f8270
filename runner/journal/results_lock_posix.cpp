#include "journal/results_lock_posix.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <thread>
#include <utility>

namespace carpool {

Result<ResultsLock> ResultsLock::acquire(const std::filesystem::path& results,
                                         std::chrono::milliseconds patience) {
  constexpr std::chrono::milliseconds kPause{10};
  const std::filesystem::path file = results / ".lock";
  std::error_code problem;
  std::filesystem::create_directories(results, problem);
  if (problem) return Error{"cannot create " + results.string() + ": " + problem.message()};
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) return Error{"cannot write " + file.string() + ": " + std::strerror(errno)};
  ResultsLock lock(descriptor);
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (errno != EWOULDBLOCK) break;
    if (std::chrono::steady_clock::now() >= deadline) {
      return Error{"another process has held " + file.string() + " for too long"};
    }
    std::this_thread::sleep_for(kPause);
  }
  return lock;
}

ResultsLock::ResultsLock(ResultsLock&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

ResultsLock& ResultsLock::operator=(ResultsLock&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

ResultsLock::~ResultsLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace carpool
