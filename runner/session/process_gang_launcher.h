#pragma once

#include <optional>

#include "process/hang_up_order.h"
#include "process/port.h"
#include "process/rendezvous.h"
#include "session/gang_launcher.h"
#include "session/process_launcher.h"

namespace carpool {

class Launch;

// Starts each rank as a process of this machine, with the environment that programs of several
// ranks expect: RANK, WORLD_SIZE, LOCAL_RANK, LOCAL_WORLD_SIZE, MASTER_ADDR, MASTER_PORT. A
// launcher that starts all ranks by itself (mpiexec) is started once, and its ranks call back.
class ProcessGangLauncher final : public GangLauncher {
 public:
  // `stop` outlives the workers.
  explicit ProcessGangLauncher(WorkerCommand command, const StopSignal& stop = interrupt_signal())
      : command_(std::move(command)), stop_(stop) {}

  Result<std::vector<std::unique_ptr<Worker>>> launch(
      std::vector<std::function<void(std::string_view)>> live) override;
  RankNews wait(const std::vector<Worker*>& workers, TimePoint deadline) override;
  std::string launcher_name() const override {
    return launch_ ? command_.launcher.front() : std::string();
  }
  std::string launcher_trouble(std::chrono::milliseconds limit) override;
  std::string port_trouble(const std::vector<Worker*>& workers) override;

 private:
  using Workers = std::vector<std::unique_ptr<Worker>>;
  Result<Workers> launch_each(std::vector<std::function<void(std::string_view)>> live);
  Result<Workers> launch_together(std::vector<std::function<void(std::string_view)>> live);
  void watch_for_hang_ups(const std::vector<Worker*>& workers);
  void note_hang_ups(const std::vector<Worker*>& workers);
  std::vector<std::size_t> order_of_looking(std::size_t size) const;

  WorkerCommand command_;
  const StopSignal& stop_;
  std::shared_ptr<Launch> launch_;  // where one launcher starts all ranks
  std::optional<ReservedPort> port_;
  std::optional<RendezvousDirectory> rendezvous_;
  std::optional<HangUpOrder> hang_ups_;
  std::vector<char> watched_;      // by rank, whether hang_ups_ knows it
  std::vector<std::size_t> gone_;  // the ranks that have hung up, the first of them first
  std::size_t next_ = 0;           // the rank that is looked at first of the others
};

}  // namespace carpool
