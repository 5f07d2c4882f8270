#pragma once

#include <filesystem>

#include "base/result.h"

namespace carpool {

// The file of the running program, with symbolic links resolved.
Result<std::filesystem::path> runner_executable();

}  // namespace carpool
