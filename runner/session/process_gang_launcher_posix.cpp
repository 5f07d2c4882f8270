#include "session/process_gang_launcher.h"

#include <poll.h>

#include <algorithm>
#include <utility>

#include "manifest/collective_launcher.h"
#include "process/guardian.h"
#include "process/random.h"
#include "session/process_worker_posix.h"

namespace carpool {
namespace {

constexpr char kMasterAddress[] = "127.0.0.1";

// What a gang's ranks have in common.
EnvironmentChanges common_place(int port, const RendezvousDirectory& rendezvous) {
  return {{"MASTER_ADDR", kMasterAddress},
          {"MASTER_PORT", std::to_string(port)},
          {protocol::kRendezvousVariable, rendezvous.path().string()}};
}

EnvironmentChanges place_of_rank(std::size_t rank, std::size_t size, EnvironmentChanges common) {
  const std::string own = std::to_string(rank);
  const std::string all = std::to_string(size);
  common.insert(common.end(), {{"RANK", own},
                               {"WORLD_SIZE", all},
                               {"LOCAL_RANK", own},
                               {"LOCAL_WORLD_SIZE", all},
                               {protocol::kGangVariable, own + "/" + all}});
  return common;
}

// All workers are this launcher's.
ProcessWorker* process_of(Worker* worker) { return static_cast<ProcessWorker*>(worker); }

}  // namespace

Result<std::vector<std::unique_ptr<Worker>>> ProcessGangLauncher::launch(
    std::vector<std::function<void(std::string_view)>> live) {
  auto port = ReservedPort::take();
  if (!port) return port.error();
  port_ = std::move(*port);
  auto hang_ups = HangUpOrder::open();
  if (!hang_ups) return hang_ups.error();
  hang_ups_.emplace(std::move(*hang_ups));
  watched_.assign(live.size(), 0);
  gone_.clear();
  rendezvous_.emplace();
  launch_.reset();
  next_ = 0;
  return starts_all_ranks(command_.launcher) ? launch_together(std::move(live))
                                             : launch_each(std::move(live));
}

Result<ProcessGangLauncher::Workers> ProcessGangLauncher::launch_each(
    std::vector<std::function<void(std::string_view)>> live) {
  const EnvironmentChanges common = common_place(port_->number(), *rendezvous_);
  Workers workers;
  for (std::size_t rank = 0; rank < live.size(); ++rank) {
    auto started = start_process_worker(command_, place_of_rank(rank, live.size(), common),
                                        std::move(live[rank]), stop_);
    if (!started) return started.error().within("rank " + std::to_string(rank));
    workers.push_back(std::move(*started));
  }
  return workers;
}

// Each rank has a listener and a pipe of its own: what goes through the launcher's cannot be told
// apart.
Result<ProcessGangLauncher::Workers> ProcessGangLauncher::launch_together(
    std::vector<std::function<void(std::string_view)>> live) {
  const std::string secret = random_hexadecimal(16);
  auto listeners = ChannelListener::open_for_ranks(live.size());
  if (!listeners) return listeners.error();
  auto launcher_pipe = open_pipe();
  if (!launcher_pipe) return launcher_pipe.error();
  EnvironmentChanges environment = common_place(port_->number(), *rendezvous_);
  environment.emplace_back(protocol::kChannelVariable, listeners->front().address());
  environment.emplace_back(protocol::kGangVariable, "launcher/" + std::to_string(live.size()));
  std::vector<DescriptorPair> pipes;
  for (std::size_t rank = 0; rank < live.size(); ++rank) {
    auto pipe = open_pipe();
    if (!pipe) return pipe.error();
    pipes.push_back(std::move(*pipe));
  }
  auto process =
      ChildProcess::spawn(worker_request(command_, environment, secret, launcher_pipe->far));
  if (!process) return process.error();
  launch_ = std::make_shared<Launch>(std::move(*process), std::move(launcher_pipe->near));
  Workers workers;
  for (std::size_t rank = 0; rank < live.size(); ++rank) {
    workers.push_back(std::make_unique<ProcessWorker>(
        std::make_unique<LaunchedProcess>(launch_),
        ProcessWorker::Ends{.output = std::move(pipes[rank].near),
                            .channel = std::nullopt,
                            .listener = std::move((*listeners)[rank]),
                            .output_to_pass = std::move(pipes[rank].far)},
        secret, std::move(live[rank]), stop_));
  }
  return workers;
}

RankNews ProcessGangLauncher::wait(const std::vector<Worker*>& workers, TimePoint deadline) {
  constexpr std::size_t kEach = ProcessWorker::kDescriptors;
  const std::size_t size = workers.size();
  bool interrupted = false;
  std::vector<pollfd> waiting(size * kEach + 2);
  for (bool looked = false;; looked = true) {
    for (const std::size_t rank : order_of_looking(size)) {
      if (!workers[rank]) continue;
      if (auto news = process_of(workers[rank])->news()) {
        next_ = (rank + 1) % size;
        return {rank, std::move(*news)};
      }
    }
    if (interrupted) return {size, InterruptRequested{stop_.reason()}};
    if (looked && std::chrono::steady_clock::now() >= deadline) return {size, DeadlinePassed{}};
    for (std::size_t rank = 0; rank < size; ++rank) {
      const std::span<pollfd, kEach> own(waiting.data() + rank * kEach, kEach);
      for (pollfd& descriptor : own) descriptor = {.fd = -1, .events = 0, .revents = 0};
      if (workers[rank]) process_of(workers[rank])->watch(own);
    }
    watch_for_hang_ups(workers);
    waiting.back() = {.fd = stop_.descriptor(), .events = POLLIN, .revents = 0};
    pollfd& launcher = waiting[size * kEach];
    launcher = {.fd = launch_ ? launch_->output_descriptor() : -1, .events = POLLIN, .revents = 0};
    const int ready = poll(waiting.data(), waiting.size(), poll_time(deadline));
    for (std::size_t rank = 0; rank < size; ++rank) {
      if (!workers[rank]) continue;
      if (ready == 0) process_of(workers[rank])->look_around();
      if (ready > 0) {
        process_of(workers[rank])
            ->take(std::span<const pollfd, kEach>(waiting.data() + rank * kEach, kEach));
      }
    }
    const auto hung_up = [](const pollfd& found) { return (found.revents & POLLHUP) != 0; };
    if (ready > 0 && std::ranges::any_of(waiting, hung_up)) note_hang_ups(workers);
    if (ready > 0 && launcher.revents != 0) launch_->read_output();
    interrupted = ready > 0 && waiting.back().revents != 0;
  }
}

// A rank behind a launcher has no socket before it has called.
void ProcessGangLauncher::watch_for_hang_ups(const std::vector<Worker*>& workers) {
  for (std::size_t rank = 0; rank < workers.size(); ++rank) {
    const int socket = workers[rank] ? process_of(workers[rank])->socket() : -1;
    if (socket < 0 || std::exchange(watched_[rank], 1)) continue;
    hang_ups_->watch(socket, rank);
  }
}

// poll() may have come between the end of one rank and that of those which were ended for its sake:
// whoever ended first is known by now, and has to be heard first.
void ProcessGangLauncher::note_hang_ups(const std::vector<Worker*>& workers) {
  for (const std::size_t rank : hang_ups_->take()) {
    gone_.push_back(rank);
    if (workers[rank]) process_of(workers[rank])->look_at_end();
  }
}

// Those first that have hung up, which have little left to say. After them whose turn it is, so
// that one that never rests starves nobody.
std::vector<std::size_t> ProcessGangLauncher::order_of_looking(std::size_t size) const {
  std::vector<std::size_t> order = gone_;
  for (std::size_t i = 0; i < size; ++i) order.push_back((next_ + i) % size);
  return order;
}

std::string ProcessGangLauncher::launcher_trouble(std::chrono::milliseconds limit) {
  if (!launch_) return {};
  const std::shared_ptr<Launch> launch = std::exchange(launch_, nullptr);
  const auto end = launch->wait_for_end(limit);
  const std::string name = "the launcher " + command_.launcher.front();
  if (!end) return name + " did not end after its ranks had";
  if (*end == ProcessEnd(Exited{0})) return {};
  std::string trouble = name + " " + describe(*end) + " after its ranks had ended";
  if (const std::string said = launch->take_output().text; !said.empty()) trouble += ":\n" + said;
  return trouble;
}

std::string ProcessGangLauncher::port_trouble(const std::vector<Worker*>& workers) {
  if (!port_) return {};
  std::vector<std::int64_t> own;
  for (const Worker* worker : workers) {
    if (worker) own.push_back(worker->process_id());
  }
  const std::string other = foreign_listener(port_->number(), own, Guardian::environment_mark());
  if (other.empty()) return {};
  return "MASTER_PORT " + std::to_string(port_->number()) + " was taken by another process (" +
         other + ")";
}

}  // namespace carpool
