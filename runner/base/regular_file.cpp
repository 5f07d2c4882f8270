#include "base/regular_file.h"

#include <string>
#include <system_error>

namespace carpool {

Result<void> expect_regular_file(const std::filesystem::path& path) {
  std::error_code ignored;  // told by opening it
  const std::filesystem::file_status status = std::filesystem::status(path, ignored);
  if (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status)) return {};
  const bool is_directory = std::filesystem::is_directory(status);
  return Error{"cannot read " + path.string() + ": it is " +
               (is_directory ? "a directory" : "not a regular file")};
}

}  // namespace carpool
