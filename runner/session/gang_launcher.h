#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "session/worker.h"

namespace carpool {

// Something that happened to one rank of a gang; to none of them, rank is the gang's size.
struct RankNews {
  std::size_t rank;
  Happening happening;
};

// Starts the ranks of gangs and waits for all of them at once: the seam at which unit tests put
// scripted ranks in place of processes.
class GangLauncher {
 public:
  virtual ~GangLauncher() = default;

  // Starts a gang with one rank for each receiver of live output; the gang before it is gone. None
  // is left where one cannot be started.
  virtual Result<std::vector<std::unique_ptr<Worker>>> launch(
      std::vector<std::function<void(std::string_view)>> live) = 0;

  // The next thing that happens to one of the workers, in the order in which each has it.
  // DeadlinePassed and InterruptRequested happen to none. Null workers are passed over.
  virtual RankNews wait(const std::vector<Worker*>& workers, TimePoint deadline) = 0;

  // Of the one launcher that starts all ranks; empty where each is started by itself.
  virtual std::string launcher_name() const = 0;

  // All ranks have ended as they should: waits for the launcher that has started them, where there
  // is one, and gives what is wrong with its end; empty for nothing.
  virtual std::string launcher_trouble(std::chrono::milliseconds limit) = 0;

  // What keeps the gang from meeting at its MASTER_PORT, through no fault of its own; empty for
  // nothing.
  virtual std::string port_trouble(const std::vector<Worker*>& workers) = 0;
};

}  // namespace carpool
