#include "session/process_gang_launcher.h"

#include <poll.h>

#include <utility>

#include "process/interrupt.h"
#include "session/process_worker_posix.h"

namespace carpool {
namespace {

constexpr char kMasterAddress[] = "127.0.0.1";

EnvironmentChanges place(std::size_t rank, std::size_t size, int port,
                         const RendezvousDirectory& rendezvous) {
  const std::string own = std::to_string(rank);
  const std::string all = std::to_string(size);
  return {{"RANK", own},
          {"WORLD_SIZE", all},
          {"LOCAL_RANK", own},
          {"LOCAL_WORLD_SIZE", all},
          {"MASTER_ADDR", kMasterAddress},
          {"MASTER_PORT", std::to_string(port)},
          {protocol::kGangVariable, own + "/" + all},
          {protocol::kRendezvousVariable, rendezvous.path().string()}};
}

// All workers are this launcher's.
ProcessWorker* process_of(Worker* worker) { return static_cast<ProcessWorker*>(worker); }

}  // namespace

Result<std::vector<std::unique_ptr<Worker>>> ProcessGangLauncher::launch(
    std::vector<std::function<void(std::string_view)>> live) {
  auto port = ReservedPort::take();
  if (!port) return port.error();
  port_ = std::move(*port);
  rendezvous_.emplace();
  next_ = 0;
  std::vector<std::unique_ptr<Worker>> workers;
  for (std::size_t rank = 0; rank < live.size(); ++rank) {
    auto started = start_process_worker(
        command_, place(rank, live.size(), port_->number(), *rendezvous_), std::move(live[rank]));
    if (!started) return started.error().within("rank " + std::to_string(rank));
    workers.push_back(std::move(*started));
  }
  return workers;
}

RankNews ProcessGangLauncher::wait(const std::vector<Worker*>& workers, TimePoint deadline) {
  constexpr std::size_t kEach = ProcessWorker::kDescriptors;
  const std::size_t size = workers.size();
  bool interrupted = false;
  std::vector<pollfd> waiting(size * kEach + 1);
  for (bool looked = false;; looked = true) {
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t rank = (next_ + i) % size;
      if (!workers[rank]) continue;
      if (auto news = process_of(workers[rank])->news()) {
        next_ = (rank + 1) % size;
        return {rank, std::move(*news)};
      }
    }
    if (interrupted) return {size, InterruptRequested{}};
    if (looked && std::chrono::steady_clock::now() >= deadline) return {size, DeadlinePassed{}};
    for (std::size_t rank = 0; rank < size; ++rank) {
      const std::span<pollfd, kEach> own(waiting.data() + rank * kEach, kEach);
      for (pollfd& descriptor : own) descriptor = {.fd = -1, .events = 0, .revents = 0};
      if (workers[rank]) process_of(workers[rank])->watch(own);
    }
    waiting.back() = {.fd = Interrupt::descriptor(), .events = POLLIN, .revents = 0};
    const int ready = poll(waiting.data(), waiting.size(), poll_time(deadline));
    for (std::size_t rank = 0; rank < size; ++rank) {
      if (!workers[rank]) continue;
      if (ready == 0) process_of(workers[rank])->look_around();
      if (ready > 0) {
        process_of(workers[rank])
            ->take(std::span<const pollfd, kEach>(waiting.data() + rank * kEach, kEach));
      }
    }
    interrupted = ready > 0 && waiting.back().revents != 0;
  }
}

std::string ProcessGangLauncher::port_trouble(const std::vector<Worker*>& workers) {
  if (!port_) return {};
  std::vector<std::int64_t> own;
  for (const Worker* worker : workers) {
    if (worker) own.push_back(worker->process_id());
  }
  const std::string other = foreign_listener(port_->number(), own);
  if (other.empty()) return {};
  return "MASTER_PORT " + std::to_string(port_->number()) + " was taken by another process (" +
         other + ")";
}

}  // namespace carpool
