#pragma once

namespace carpool {

// Runs one invocation of `carpool` and gives its exit code. Never throws.
int run_command_line(int argument_count, char** arguments);

}  // namespace carpool
