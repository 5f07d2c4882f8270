#pragma once

#include <optional>
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

// The conversation with one worker from its spawn to `ready`, one happening at a time.
class StartUp {
 public:
  // To be made just before the spawn, whose time it takes.
  StartUp(LiveWorker& worker, ClassRun& run, const SessionContext& context);

  // Puts its WorkerStarted. `rank`: in a gang of several.
  void enter(const std::string& reason, std::optional<int> rank = std::nullopt);

  TimePoint deadline() const;
  bool has_heard() const { return said_hello_.has_value(); }  // of the worker

  // Nothing while it goes on. The outcomes of start_worker(). A rank that is ready may be heard
  // further while others are not: nothing then, but where it fails after all.
  std::optional<StartUpOutcome> take(const Happening& happening);

 private:
  std::optional<StartUpOutcome> take(const protocol::Message& message);
  std::optional<StartUpOutcome> take_hello(const protocol::Message& message);
  StartUpOutcome take_ready(const protocol::Message& message);
  StartUpOutcome fail(const std::string& how, std::string reason, std::optional<ProcessEnd> end,
                      bool hopeless = false);
  std::string first_failure_outside();
  std::string end_in_words(const ProcessEnd& end) const;

  LiveWorker& worker_;
  ClassRun& run_;
  const SessionContext& context_;
  TimePoint spawned_;
  std::optional<TimePoint> said_hello_;
  std::optional<TimePoint> last_gasp_;  // the channel is closed: until then the process has to end
  bool is_ready_ = false;
  int lines_ = 0;
};

// Starts a worker and sees it through to the take-over. Puts its WorkerStarted and WorkerReady, and
// WorkerEnded where it fails.
StartUpOutcome start_worker(LiveWorker& worker, WorkerLauncher& launcher, ClassRun& run,
                            const std::string& reason, const SessionContext& context);

}  // namespace carpool
