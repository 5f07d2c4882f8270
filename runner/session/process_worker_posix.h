#pragma once

#include <poll.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "process/channel.h"
#include "process/file_descriptor.h"
#include "process/stop_signal.h"
#include "session/output_collector.h"
#include "session/process_launcher.h"
#include "session/worker.h"
#include "session/worker_process_posix.h"

namespace carpool {

// How long poll() may wait for a deadline, in milliseconds: no longer than until the next look
// around, since a worker that is traced stops without a word and goes on when asked after.
int poll_time(TimePoint deadline);
constexpr int kLookAround = 1'000;  // milliseconds

// A worker as a process of this machine.
class ProcessWorker final : public Worker {
 public:
  // How the worker is spoken to and heard.
  struct Ends {
    FileDescriptor output;                    // to read from
    std::optional<Channel> channel;           // or:
    std::optional<ChannelListener> listener;  // at which the worker will call, behind a launcher
    FileDescriptor output_to_pass;            // the worker's end of the output, for it to ask for
  };
  // `stop` outlives the worker.
  ProcessWorker(std::unique_ptr<WorkerProcess> process, Ends ends, const std::string& secret,
                std::function<void(std::string_view)> live, const StopSignal& stop);

  std::int64_t process_id() const override { return process_id_; }
  void set_process_id(std::int64_t id) override;

  Happening wait(TimePoint deadline) override;

  // For whoever waits for several workers at once: what is already known, in the order in which a
  // session must hear of it; what poll() has to look at; and a step on what poll() has found.
  static constexpr std::size_t kDescriptors = 4;
  using Descriptors = std::span<pollfd, kDescriptors>;
  std::optional<Happening> news();
  void watch(Descriptors waiting);
  void take(std::span<const pollfd, kDescriptors> found);
  void look_around() { end_noticed_ = true; }
  // The worker has hung up, whether or not poll() has found it so.
  void look_at_end();
  // Of the socket to the worker; -1 before it has called.
  int socket() const { return channel_ ? channel_->descriptor() : -1; }

  void send(const protocol::Message& message) override {
    if (channel_) channel_->send(message);
  }
  void send_lines(std::shared_ptr<const std::string> lines) override {
    if (channel_) channel_->send(std::move(lines));
  }
  CapturedOutput output_before(std::uint64_t mark) override;
  CapturedOutput output_since_last_mark() override {
    read_all_output();
    return collector_.take_since_last_mark();
  }
  CapturedOutput output_outside_methods() override;
  std::string stacks() override;
  std::string with_symbols(const std::string& frames) override;
  void ask_to_stop() override;
  ProcessEnd stop(std::chrono::milliseconds grace) override;
  std::vector<std::string> clean_up() override;

 private:
  bool poll_once(TimePoint deadline, int interrupt);
  void let_messages_gather();
  void welcome_peer();
  bool read_output();
  void read_all_output();
  std::optional<ProcessEnd> wait_for_end(TimePoint deadline);

  std::unique_ptr<WorkerProcess> process_;
  const StopSignal& stop_;
  std::int64_t process_id_;
  FileDescriptor output_;
  OutputCollector collector_;
  std::optional<Channel> channel_;
  std::optional<ChannelListener> listener_;
  FileDescriptor output_to_pass_;
  bool marks_arrive_late_;  // a launcher may pass the output on, later than the worker's word
  bool process_id_known_ = false;
  TimePoint last_wake_{};
  int dense_wakes_ = 0;  // in a row
  bool end_noticed_ = false;
  bool closing_reported_ = false;
};

// Changes to the runner's own environment; nullopt removes the variable.
using EnvironmentChanges = std::vector<std::pair<std::string, std::optional<std::string>>>;

// What to start for a process of the executable, but for its output: with GoogleTest's own
// variables taken away, which choose tests or name files for one process that runs them all.
SpawnRequest process_request(const WorkerCommand& command);

// What to start for a worker, but for the channel: the plugin's variables, and these.
SpawnRequest worker_request(const WorkerCommand& command, const EnvironmentChanges& environment,
                            const std::string& secret, const FileDescriptor& output);

// Starts a worker that way.
Result<std::unique_ptr<ProcessWorker>> start_process_worker(
    const WorkerCommand& command, const EnvironmentChanges& environment,
    std::function<void(std::string_view)> live, const StopSignal& stop);

}  // namespace carpool
