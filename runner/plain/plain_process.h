#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "journal/record.h"
#include "plain/stream_event.h"
#include "process/process_end.h"
#include "session/worker.h"

namespace carpool {

// What can happen to an ordinary GoogleTest program. Events come in the order sent, and all of them
// before the news of the process's end.
using PlainHappening = std::variant<StreamEvent, ProcessEnded, DeadlinePassed, InterruptRequested>;

// A run of an ordinary GoogleTest program, without Carpool's plugin in it, as a session sees it:
// the seam at which unit tests put a scripted one in place of a process.
class PlainProcess {
 public:
  virtual ~PlainProcess() = default;

  virtual std::int64_t process_id() const = 0;
  virtual PlainHappening wait(TimePoint deadline) = 0;

  // What a test that has ended has printed, Suite.Name; the one that runs; and nobody.
  virtual CapturedOutput output_of(const std::string& test) = 0;
  virtual CapturedOutput output_of_current() = 0;
  virtual CapturedOutput output_outside() = 0;

  // The JSON that it has written about all of its tests; empty where it has not come to that.
  virtual std::string results() = 0;

  virtual std::string stacks() = 0;
  // Asks the process group to end (SIGTERM), and after `grace` makes it (SIGKILL).
  virtual ProcessEnd stop(std::chrono::milliseconds grace) = 0;
  // After the end: kills what it left behind and names it.
  virtual std::vector<std::string> clean_up() = 0;
};

// What an ordinary GoogleTest program is started for.
struct PlainRequest {
  std::string filter;             // GoogleTest's
  bool stops_at_failure = false;  // where GoogleTest can (since 1.11): begins nothing after one
};

class PlainLauncher {
 public:
  virtual ~PlainLauncher() = default;

  virtual Result<std::unique_ptr<PlainProcess>> launch(
      const PlainRequest& request, std::function<void(std::string_view)> live) = 0;
};

}  // namespace carpool
