#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "process/rendezvous.h"
#include "session/worker.h"

namespace carpool {

// What is the same for all workers of one batch executable.
struct WorkerCommand {
  std::vector<std::string> launcher;
  std::filesystem::path executable;
  std::vector<std::string> arguments;
  std::filesystem::path working_directory;  // empty: the runner's own
};

// Starts workers as processes of this machine.
class ProcessLauncher final : public WorkerLauncher {
 public:
  explicit ProcessLauncher(WorkerCommand command) : command_(std::move(command)) {}

  Result<std::unique_ptr<Worker>> launch(std::function<void(std::string_view)> live) override;

 private:
  WorkerCommand command_;
  std::optional<RendezvousDirectory> rendezvous_;  // of the last worker
};

}  // namespace carpool
