#include <string>
#include <utility>

#include "base/framework_environment.h"
#include "process/random.h"
#include "session/process_launcher.h"
#include "session/process_worker_posix.h"

namespace carpool {

SpawnRequest process_request(const WorkerCommand& command) {
  SpawnRequest request{.arguments = command.launcher,
                       .base_environment = command.environment,
                       .environment = command.environment_changes,
                       .working_directory = command.working_directory,
                       .inherited = {}};
  take_framework_variables_away(request.environment);
  request.arguments.push_back(command.executable.string());
  request.arguments.insert(request.arguments.end(), command.arguments.begin(),
                           command.arguments.end());
  return request;
}

SpawnRequest worker_request(const WorkerCommand& command, const EnvironmentChanges& environment,
                            const std::string& secret, const FileDescriptor& output) {
  SpawnRequest request = process_request(command);
  request.output = output.number();
  request.environment.emplace_back(protocol::kModeVariable, "serve");
  request.environment.emplace_back(protocol::kMarkVariable, secret);
  request.environment.insert(request.environment.end(), environment.begin(), environment.end());
  return request;
}

Result<std::unique_ptr<ProcessWorker>> start_process_worker(
    const WorkerCommand& command, const EnvironmentChanges& environment,
    std::function<void(std::string_view)> live, const StopSignal& stop) {
  auto pipe = open_pipe();
  if (!pipe) return pipe.error();
  const std::string secret = random_hexadecimal(16);
  SpawnRequest request = worker_request(command, environment, secret, pipe->far);
  std::optional<Channel> channel;
  std::optional<ChannelListener> listener;
  FileDescriptor far_end;
  if (command.launcher.empty()) {
    auto sockets = open_socket_pair();
    if (!sockets) return sockets.error();
    channel.emplace(std::move(sockets->near));
    far_end = std::move(sockets->far);
    request.inherited.push_back(far_end.number());
    request.environment.emplace_back(protocol::kChannelVariable,
                                     "fd:" + std::to_string(far_end.number()));
  } else {
    auto opened = ChannelListener::open();
    if (!opened) return opened.error();
    request.environment.emplace_back(protocol::kChannelVariable, opened->address());
    listener = std::move(*opened);
  }
  auto process = ChildProcess::spawn(request);
  if (!process) return process.error();
  return std::make_unique<ProcessWorker>(std::make_unique<OwnProcess>(std::move(*process)),
                                         ProcessWorker::Ends{.output = std::move(pipe->near),
                                                             .channel = std::move(channel),
                                                             .listener = std::move(listener),
                                                             .output_to_pass = {}},
                                         secret, std::move(live), stop);
}

Result<std::unique_ptr<Worker>> ProcessLauncher::launch(
    std::function<void(std::string_view)> live) {
  rendezvous_.emplace();
  // Its place is said also where it is the only one: the environment may speak of other gangs.
  auto started =
      start_process_worker(command_,
                           {{protocol::kGangVariable, "0/1"},
                            {protocol::kRendezvousVariable, rendezvous_->path().string()}},
                           std::move(live), stop_);
  if (!started) return started.error();
  return std::unique_ptr<Worker>(std::move(*started));
}

}  // namespace carpool
