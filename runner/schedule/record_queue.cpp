#include "schedule/record_queue.h"

#include <utility>

namespace carpool {
namespace {

constexpr std::size_t kMostQueued = 10'000;

}  // namespace

void RecordQueue::put(Record record) { push({.t_ns = 0, .content = std::move(record)}); }

void RecordQueue::show_live(std::string bytes) {
  push({.t_ns = 0, .content = LiveOutput{std::move(bytes)}});
}

void RecordQueue::push(QueuedItem item) {
  std::unique_lock lock(mutex_);
  emptied_.wait(lock, [this] { return items_.size() < kMostQueued; });
  // Under the lock, so that times never run backwards in the journal.
  item.t_ns = std::chrono::nanoseconds(std::chrono::steady_clock::now() - run_began_).count();
  items_.push_back(std::move(item));
  if (items_.size() == 1) filled_.notify_one();
}

void RecordQueue::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  filled_.notify_one();
}

std::vector<QueuedItem> RecordQueue::take_all(std::chrono::milliseconds limit, bool& closed) {
  std::unique_lock lock(mutex_);
  filled_.wait_for(lock, limit, [this] { return !items_.empty() || closed_; });
  std::vector<QueuedItem> taken = std::exchange(items_, {});
  closed = closed_;
  if (taken.size() >= kMostQueued) emptied_.notify_all();
  return taken;
}

}  // namespace carpool
