#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "process/rendezvous.h"
#include "process/stop_signal.h"
#include "session/worker.h"

namespace carpool {

// What is the same for all workers of one batch executable.
struct WorkerCommand {
  std::vector<std::string> launcher;
  std::filesystem::path executable;
  std::vector<std::string> arguments;
  std::filesystem::path working_directory;              // empty: the runner's own
  std::optional<std::vector<std::string>> environment;  // "NAME=value"; nullopt: the runner's own
  // On top of that; nullopt takes a variable away.
  std::vector<std::pair<std::string, std::optional<std::string>>> environment_changes;
};

// Starts workers as processes of this machine.
class ProcessLauncher final : public WorkerLauncher {
 public:
  // `stop` outlives the workers.
  explicit ProcessLauncher(WorkerCommand command, const StopSignal& stop = interrupt_signal())
      : command_(std::move(command)), stop_(stop) {}

  Result<std::unique_ptr<Worker>> launch(std::function<void(std::string_view)> live) override;

 private:
  WorkerCommand command_;
  const StopSignal& stop_;
  std::optional<RendezvousDirectory> rendezvous_;  // of the last worker
};

}  // namespace carpool
