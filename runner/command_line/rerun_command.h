#pragma once

#include <string>
#include <vector>

#include "command_line/run_request.h"

namespace carpool {

// The shell command that runs just these methods (`Suite.Name`) again; at most twenty are named. Of
// a build folder: those that were red in its last run, which they were.
std::string rerun_command(const RunRequest& request, const std::vector<std::string>& methods);

}  // namespace carpool
