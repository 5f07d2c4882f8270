#pragma once

#include <CLI/CLI.hpp>

#include "base/result.h"
#include "command_line/run_request.h"

namespace carpool {

// The options of `carpool run`, read into `request`, which outlives the verb.
void add_run_options(CLI::App& verb, RunRequest& request);

// Reads what the options have left as text, and checks what they cannot. The error says what to
// write instead.
Result<void> complete_run_request(RunRequest& request);

}  // namespace carpool
