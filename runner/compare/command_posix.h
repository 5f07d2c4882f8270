#pragma once

#include "compare/command.h"

namespace carpool {

// Runs the command as a child process. Stops it and gives an error when the user interrupts.
Result<CommandEnd> run_command(const Command& command);

// Load of the machine over the last 1, 5 and 15 minutes, as the system's own figures; empty where
// it has none.
std::vector<double> load_average();

}  // namespace carpool
