#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <limits>
#include <vector>

#include "base/framework_environment.h"
#include "discovery/listing_process.h"
#include "manifest/collective_launcher.h"
#include "process/channel.h"
#include "process/random.h"
#include "process/spawn.h"

namespace carpool {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostOutput = 64u << 10;  // enough for an error message

// One run in list mode: the process, its channel and its output, until all have come to their end.
class ListingProcess {
 public:
  explicit ListingProcess(const TargetManifest& manifest) : manifest_(manifest) {}

  Result<void> start();
  ListingRun wait(Clock::time_point deadline);

 private:
  Result<FileDescriptor> open_channel(SpawnRequest& request);
  void wait_for_something(Clock::time_point deadline);
  void read_output();
  void read_messages();

  const TargetManifest& manifest_;
  std::optional<ChildProcess> process_;
  std::optional<Channel> channel_;
  std::optional<ChannelListener> listener_;
  FileDescriptor output_;
  ListingRun run_;
};

// A launcher may not pass descriptors on; behind one, the worker connects by itself.
Result<FileDescriptor> ListingProcess::open_channel(SpawnRequest& request) {
  std::string address;
  FileDescriptor far;
  if (manifest_.launcher.empty() || starts_all_ranks(manifest_.launcher)) {
    Result<DescriptorPair> sockets = open_socket_pair();
    if (!sockets) return sockets.error();
    channel_.emplace(std::move(sockets->near));
    far = std::move(sockets->far);
    address = "fd:" + std::to_string(far.number());
    request.inherited.push_back(far.number());
  } else {
    Result<ChannelListener> listener = ChannelListener::open();
    if (!listener) return listener.error();
    address = listener->address();
    listener_.emplace(std::move(*listener));
  }
  request.environment.emplace_back(protocol::kChannelVariable, address);
  return far;
}

Result<void> ListingProcess::start() {
  SpawnRequest request;
  request.arguments = listing_arguments(manifest_);
  request.working_directory = manifest_.working_directory;
  take_framework_variables_away(request.environment);
  request.environment.emplace_back(protocol::kModeVariable, "list");
  request.environment.emplace_back(protocol::kMarkVariable, random_hexadecimal(16));
  const Result<FileDescriptor> worker_end = open_channel(request);
  if (!worker_end) return worker_end.error();
  Result<DescriptorPair> pipe = open_pipe();
  if (!pipe) return pipe.error();
  request.output = pipe->far.number();
  Result<ChildProcess> process = ChildProcess::spawn(request);
  if (!process) return process.error();
  process_.emplace(std::move(*process));
  output_ = std::move(pipe->near);
  return {};
}

ListingRun ListingProcess::wait(Clock::time_point deadline) {
  while (!run_.end && !run_.trouble && Clock::now() < deadline) {
    wait_for_something(deadline);
    run_.end = process_->end();
    read_output();
    read_messages();
  }
  process_->signal_group(SIGKILL);
  return std::move(run_);
}

void ListingProcess::wait_for_something(Clock::time_point deadline) {
  std::vector<pollfd> watched = {{process_->end_descriptor(), POLLIN, 0}};
  if (output_) watched.push_back({output_.number(), POLLIN, 0});
  if (channel_ && channel_->state() == Channel::State::kOpen) {
    watched.push_back({channel_->descriptor(), POLLIN, 0});
  }
  if (listener_ && !channel_) watched.push_back({listener_->descriptor(), POLLIN, 0});
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
  poll(watched.data(), watched.size(),
       static_cast<int>(std::clamp<std::int64_t>(left, 0, std::numeric_limits<int>::max())));
}

void ListingProcess::read_output() {
  char bytes[16 << 10];
  // Bounded, so that one who prints without pause does not outlast the deadline.
  for (int reads = 0; output_ && reads < 64; ++reads) {
    const ssize_t got = read(output_.number(), bytes, sizeof bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return;  // nothing more for now
    if (got == 0) return output_.close();
    run_.output.append(bytes, static_cast<std::size_t>(got));
    if (run_.output.size() > 2 * kMostOutput) {
      run_.output.erase(0, run_.output.size() - kMostOutput);
    }
  }
}

void ListingProcess::read_messages() {
  if (listener_ && !channel_) channel_ = listener_->accept();
  if (!channel_) return;
  bool more = true;
  for (int reads = 0; more && reads < 64; ++reads) {
    more = channel_->receive();
    while (const auto message = channel_->next()) {
      if (run_.trouble) return;
      const Result<void> taken = run_.listing.take(*message);
      if (!taken) run_.trouble = taken.error();
    }
  }
  if (channel_->state() == Channel::State::kBroken && !run_.trouble) {
    run_.trouble = Error{"its plugin sent " + channel_->trouble()};
  }
}

}  // namespace

std::vector<std::string> listing_arguments(const TargetManifest& manifest) {
  // One process tells of the tests; started by itself, it is a program of one rank.
  std::vector<std::string> arguments;
  if (!starts_all_ranks(manifest.launcher)) arguments = manifest.launcher;
  arguments.push_back(manifest.executable.string());
  arguments.push_back("--gtest_list_tests");
  if (!manifest.test_filter.empty()) {
    arguments.push_back("--gtest_filter=" + manifest.test_filter);
  }
  arguments.insert(arguments.end(), manifest.discovery_extra_arguments.begin(),
                   manifest.discovery_extra_arguments.end());
  return arguments;
}

Result<ListingRun> run_listing(const TargetManifest& manifest) {
  const auto deadline = Clock::now() + manifest.discovery_timeout;
  ListingProcess process(manifest);
  const Result<void> started = process.start();
  if (!started) return started.error();
  return process.wait(deadline);
}

}  // namespace carpool
