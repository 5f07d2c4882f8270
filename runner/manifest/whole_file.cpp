#include "manifest/whole_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "base/unfinished_file.h"

namespace carpool {
namespace {

Error file_error(std::string_view doing, const std::filesystem::path& file) {
  return Error{std::string(doing) + " " + file.string() + ": " + std::strerror(errno)};
}

}  // namespace

Result<std::string> read_whole_file(const std::filesystem::path& file) {
  std::error_code trouble;
  if (std::filesystem::is_directory(file, trouble)) {
    return Error{"cannot read " + file.string() + ": it is a directory"};
  }
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return file_error("cannot read", file);
  std::ostringstream bytes;
  bytes << stream.rdbuf();
  if (stream.bad()) return file_error("cannot read", file);
  return std::move(bytes).str();
}

Result<void> write_whole_file(const std::filesystem::path& file, std::string_view bytes) {
  UnfinishedFile unfinished(file);
  unfinished.write(bytes);
  return unfinished.publish();
}

}  // namespace carpool
