#pragma once

#include <string>
#include <vector>

namespace carpool {

long parent_process_id();

// The arguments this process was started with.
std::vector<std::string> own_command_line();

// The arguments the parent was started with; empty where they cannot be read.
std::vector<std::string> parent_command_line();

}  // namespace carpool
