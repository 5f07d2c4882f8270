#pragma once

#include <string>
#include <variant>

#include "session/live_worker.h"

namespace carpool {

struct WorkerIsReady {};

// Global environments could not be set up, or asked to skip everything. The worker lives and is to
// be retired.
struct EnvironmentFailed {
  std::string reason;
};
struct EnvironmentSkipped {
  std::string reason;
};

// There is no worker.
struct StartUpFailed {
  std::string reason;
  bool hopeless = false;  // another attempt would end the same way
};

struct StartUpInterrupted {};

using StartUpOutcome = std::variant<WorkerIsReady, EnvironmentFailed, EnvironmentSkipped,
                                    StartUpFailed, StartUpInterrupted>;

// Starts a worker and sees it through to the take-over. Puts its WorkerStarted and WorkerReady, and
// WorkerEnded where it fails.
StartUpOutcome start_worker(LiveWorker& worker, WorkerLauncher& launcher, ClassRun& run,
                            const std::string& reason, const SessionContext& context);

}  // namespace carpool
