#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "session/worker.h"

namespace carpool {

// What is the same for all workers of one batch executable.
struct WorkerCommand {
  std::vector<std::string> launcher;
  std::filesystem::path executable;
  std::vector<std::string> arguments;
  std::filesystem::path working_directory;  // empty: the runner's own
  // Whether at most one worker lives at a time; only then can what left a worker's process group
  // be found between workers and not just at the end of the run.
  bool one_at_a_time = true;
};

// Starts workers as processes of this machine.
class ProcessLauncher final : public WorkerLauncher {
 public:
  explicit ProcessLauncher(WorkerCommand command) : command_(std::move(command)) {}

  Result<std::unique_ptr<Worker>> launch(std::function<void(std::string_view)> live) override;

 private:
  WorkerCommand command_;
};

}  // namespace carpool
