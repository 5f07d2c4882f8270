#pragma once

#include <filesystem>

#include "base/result.h"

namespace carpool {

// To be asked before a file is opened for reading. An error where something else is at the path: a
// directory, or what has no end or may not even let itself be opened (a device, a FIFO). That
// nothing is there is for the opening to tell.
Result<void> expect_regular_file(const std::filesystem::path& path);

}  // namespace carpool
