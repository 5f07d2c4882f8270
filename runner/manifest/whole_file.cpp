#include "manifest/whole_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <random>
#include <sstream>

namespace carpool {
namespace {

Error file_error(std::string_view doing, const std::filesystem::path& file) {
  return Error{std::string(doing) + " " + file.string() + ": " + std::strerror(errno)};
}

// Two builds may discover the same target at once; each needs a name of its own.
std::filesystem::path unfinished_name(const std::filesystem::path& file) {
  std::random_device random;
  std::filesystem::path unfinished = file;
  unfinished += "." + std::to_string(random()) + ".unfinished";
  return unfinished;
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
  std::error_code trouble;
  std::filesystem::create_directories(file.parent_path(), trouble);
  const std::filesystem::path unfinished = unfinished_name(file);
  errno = 0;
  {
    std::ofstream stream(unfinished, std::ios::binary | std::ios::trunc);
    if (!stream) return file_error("cannot write", file);
    stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    stream.close();
    if (!stream) {
      const Error error = file_error("cannot write", file);
      std::filesystem::remove(unfinished, trouble);
      return error;
    }
  }
  std::filesystem::rename(unfinished, file, trouble);
  if (trouble) {
    const Error error{"cannot write " + file.string() + ": " + trouble.message()};
    std::filesystem::remove(unfinished, trouble);
    return error;
  }
  return {};
}

}  // namespace carpool
