#include "journal/append_file_posix.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace carpool {

Result<AppendFile> AppendFile::create(const std::filesystem::path& path, bool* taken) {
  const int descriptor =
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor < 0) {
    const int problem = errno;
    *taken = problem == EEXIST;
    return Error{"cannot create " + path.string() + ": " + std::strerror(problem)};
  }
  // A file system without locks costs only the knowledge that this run is active.
  (void)::flock(descriptor, LOCK_EX | LOCK_NB);
  return AppendFile(descriptor, path);
}

AppendFile::AppendFile(int descriptor, std::filesystem::path path)
    : descriptor_(descriptor), path_(std::move(path)) {}

AppendFile::AppendFile(AppendFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      path_(std::move(other.path_)),
      size_(other.size_) {}

AppendFile& AppendFile::operator=(AppendFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(path_, other.path_);
  std::swap(size_, other.size_);
  return *this;
}

AppendFile::~AppendFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<void> AppendFile::write_lines(std::string_view lines) {
  std::size_t written = 0;
  while (written < lines.size()) {
    const ssize_t count = ::write(descriptor_, lines.data() + written, lines.size() - written);
    if (count >= 0) {
      written += static_cast<std::size_t>(count);
      continue;
    }
    const int problem = errno;
    if (problem == EINTR) continue;
    keep_whole_lines(lines.substr(0, written));
    return Error{"cannot write " + path_.string() + ": " + std::strerror(problem)};
  }
  size_ += static_cast<std::int64_t>(lines.size());
  return {};
}

Result<void> AppendFile::check_in_place() const {
  struct stat own {};
  struct stat there {};
  if (::fstat(descriptor_, &own) != 0) {
    return Error{"cannot read " + path_.string() + ": " + std::strerror(errno)};
  }
  const bool is_there = ::stat(path_.c_str(), &there) == 0;
  if (is_there && there.st_dev == own.st_dev && there.st_ino == own.st_ino) return {};
  return Error{path_.string() + (is_there ? " was replaced" : " was removed") +
               " while it was being written"};
}

void AppendFile::keep_whole_lines(std::string_view written) {
  const std::size_t end = written.rfind('\n');
  if (end != std::string_view::npos) size_ += static_cast<std::int64_t>(end) + 1;
  // Where even this fails, readers leave a last line without its LF out.
  if (::ftruncate(descriptor_, size_) != 0) return;
}

bool is_being_appended_to(const std::filesystem::path& path) {
  // A FIFO of that name would keep the opener waiting.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return false;
  const bool locked = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(descriptor);
  return locked;
}

}  // namespace carpool
