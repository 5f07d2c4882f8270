#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace carpool {

// All bytes of a regular file. The error names the file.
Result<std::string> read_whole_file(const std::filesystem::path& file);

// Writes a file that readers see either as it was or complete, never half written, and creates its
// parent directories. Written beside its place and renamed into it.
Result<void> write_whole_file(const std::filesystem::path& file, std::string_view bytes);

}  // namespace carpool
