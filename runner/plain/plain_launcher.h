#pragma once

#include "plain/plain_process.h"
#include "process/stop_signal.h"
#include "session/process_launcher.h"

namespace carpool {

// Starts ordinary GoogleTest programs as processes of this machine.
class ProcessPlainLauncher final : public PlainLauncher {
 public:
  // `stop` outlives the processes.
  explicit ProcessPlainLauncher(WorkerCommand command, const StopSignal& stop = interrupt_signal())
      : command_(std::move(command)), stop_(stop) {}

  Result<std::unique_ptr<PlainProcess>> launch(const PlainRequest& request,
                                               std::function<void(std::string_view)> live) override;

 private:
  WorkerCommand command_;
  const StopSignal& stop_;
};

// What GoogleTest writes about the tests of an executable, for parse_googletest_list(). Waits at
// most `limit`. The error says what the executable did instead, with the last of its output.
Result<std::string> list_plain_tests(const WorkerCommand& command, std::chrono::milliseconds limit);

}  // namespace carpool
