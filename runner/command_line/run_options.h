#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>

#include "base/result.h"
#include "command_line/run_request.h"

namespace carpool {

// The options of `carpool run`, read into `request`, which outlives the verb.
void add_run_options(CLI::App& verb, RunRequest& request);

// Reads what the options have left as text, and checks what they cannot. The error says what to
// write instead. `here`: the build folder where nothing is named, if it is one.
Result<void> complete_run_request(RunRequest& request, const std::filesystem::path& here = ".");

}  // namespace carpool
