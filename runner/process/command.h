#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace carpool {

// One program that is run to its end. It never sees CARPOOL_* variables, so a plugin in it stays
// inactive. Its standard input is empty.
struct Command {
  std::vector<std::string> arguments;  // the program first
  std::filesystem::path working_directory;
  // On top of this process's own; nullopt takes a variable away.
  std::vector<std::pair<std::string, std::optional<std::string>>> environment;
  std::chrono::milliseconds deadline{0};  // killed after that; 0 for never
  std::filesystem::path output_file;      // takes stdout and stderr; empty to discard both
  std::filesystem::path error_file;       // takes stderr; empty: output_file does
};

// How it ended. Exactly one of `exit_code` and `signal` is set unless it timed out.
struct CommandEnd {
  std::int64_t wall_ns = 0;  // from before the start to the end
  std::optional<int> exit_code = std::nullopt;
  std::optional<int> signal = std::nullopt;
  bool timed_out = false;

  bool succeeded() const { return exit_code == 0; }
};

// Runs one command to its end; may be called from several threads at once. An error means that it
// could not be started at all. A function, so that tests can stand in for the operating system.
using RunCommand = std::function<Result<CommandEnd>(const Command&)>;

// Runs the command as a child process. Stops it and gives an error when the user interrupts.
Result<CommandEnd> run_command(const Command& command);

}  // namespace carpool
