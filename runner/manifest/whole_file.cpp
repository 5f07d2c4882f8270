#include "manifest/whole_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "base/regular_file.h"
#include "base/unfinished_file.h"

namespace carpool {
namespace {

Error file_error(std::string_view doing, const std::filesystem::path& file) {
  return Error{std::string(doing) + " " + file.string() + ": " + std::strerror(errno)};
}

}  // namespace

Result<std::string> read_whole_file(const std::filesystem::path& file) {
  if (const auto regular = expect_regular_file(file); !regular) return regular.error();
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return file_error("cannot read", file);
  std::error_code unknown;
  const auto size = std::filesystem::file_size(file, unknown);
  std::string bytes(unknown ? 0 : size, '\0');
  stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(stream.gcount()));
  // One that is being written may have grown since.
  std::ostringstream more;
  if (stream && stream.peek() != std::ifstream::traits_type::eof()) more << stream.rdbuf();
  if (stream.bad()) return file_error("cannot read", file);
  bytes += std::move(more).str();
  return bytes;
}

Result<void> write_whole_file(const std::filesystem::path& file, std::string_view bytes) {
  UnfinishedFile unfinished(file);
  unfinished.write(bytes);
  return unfinished.publish();
}

}  // namespace carpool
