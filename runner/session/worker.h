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
#include "process/process_end.h"
#include "process/stop_signal.h"
#include "protocol/message.h"

namespace carpool {

using TimePoint = std::chrono::steady_clock::time_point;

// What a session can wait for. Messages come in the order sent, and all of them before the news of
// the worker's end.
struct MessageArrived {
  protocol::Message message;
};
struct ChannelClosed {};  // reported once; the process may still be alive
struct ChannelBroken {
  std::string trouble;
};
struct ProcessEnded {
  ProcessEnd end;
};
struct DeadlinePassed {};
struct InterruptRequested {
  StopReason reason = {};
};

using Happening = std::variant<MessageArrived, ChannelClosed, ChannelBroken, ProcessEnded,
                               DeadlinePassed, InterruptRequested>;

// One live worker process as a session sees it. This is the seam at which unit tests put a scripted
// worker in place of a process.
class Worker {
 public:
  virtual ~Worker() = default;

  // Of the test executable itself once it has said hello; of the launcher before.
  virtual std::int64_t process_id() const = 0;
  virtual void set_process_id(std::int64_t id) = 0;

  // The next thing that happens, or DeadlinePassed. The worker's output is read all the while.
  virtual Happening wait(TimePoint deadline) = 0;

  virtual void send(const protocol::Message& message) = 0;

  // Whole encoded lines, one or several, which other workers may be sent too.
  virtual void send_lines(std::shared_ptr<const std::string> lines) = 0;

  // What was printed between output marks `mark - 1` and `mark`. To be called once the worker has
  // said that it wrote the mark; where it is not to be found after all, what came since the last.
  virtual CapturedOutput output_before(std::uint64_t mark) = 0;

  // What was printed since the last mark.
  virtual CapturedOutput output_since_last_mark() = 0;

  // What was printed outside of methods so far.
  virtual CapturedOutput output_outside_methods() = 0;

  // The stacks of its threads, as text; empty where they cannot be had.
  virtual std::string stacks() = 0;

  // Frames of its crash handler with the names of functions where those can be had.
  virtual std::string with_symbols(const std::string& frames) = 0;

  // Asks the process group to end (SIGTERM) without waiting for it; stop() follows.
  virtual void ask_to_stop() = 0;

  // Asks the process group to end (SIGTERM), and after `grace` makes it (SIGKILL).
  virtual ProcessEnd stop(std::chrono::milliseconds grace) = 0;

  // After the end: kills what the worker left behind and names it.
  virtual std::vector<std::string> clean_up() = 0;
};

class WorkerLauncher {
 public:
  virtual ~WorkerLauncher() = default;

  // Starts one worker. `live` gets the output of methods as it comes, in the caller's thread.
  virtual Result<std::unique_ptr<Worker>> launch(std::function<void(std::string_view)> live) = 0;
};

// The time as sessions see it; unit tests turn it by hand.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual TimePoint now() const = 0;
};

class SteadyClock final : public Clock {
 public:
  TimePoint now() const override { return std::chrono::steady_clock::now(); }
};

}  // namespace carpool
