#include "schedule/record_queue.h"

#include <utility>

namespace carpool {
namespace {

constexpr std::size_t kMostQueued = 10'000;
constexpr std::size_t kMostQueuedBytes = 16u << 20;

// What tests themselves put into a record; the rest is small.
std::size_t bytes_in(const Record& record) {
  const auto* method = std::get_if<MethodFinished>(&record);
  if (!method) return 0;
  std::size_t bytes = method->output.text.size() + method->stacks.size();
  for (const TestFailure& failure : method->failures) bytes += failure.message.size();
  return bytes;
}

}  // namespace

void RecordQueue::put(Record record) {
  const std::size_t bytes = bytes_in(record);
  push({.t_ns = 0, .content = std::move(record)}, bytes);
}

void RecordQueue::show_live(std::string output) {
  const std::size_t bytes = output.size();
  push({.t_ns = 0, .content = LiveOutput{std::move(output)}}, bytes);
}

void RecordQueue::push(QueuedItem item, std::size_t bytes) {
  std::unique_lock lock(mutex_);
  ++waiting_;
  emptied_.wait(lock, [this] { return items_.size() < kMostQueued && bytes_ < kMostQueuedBytes; });
  --waiting_;
  bytes_ += bytes;
  // Under the lock, so that times never run backwards in the journal.
  item.t_ns = std::chrono::nanoseconds(std::chrono::steady_clock::now() - run_began_).count();
  items_.push_back(std::move(item));
  const bool wakes = gathering_ ? is_urgent() : items_.size() == 1;
  lock.unlock();  // whoever wakes would run into it
  if (wakes) filled_.notify_one();
}

bool RecordQueue::is_urgent() const {
  return closed_ || items_.size() >= kMostQueued / 4 || bytes_ >= kMostQueuedBytes / 4;
}

int RecordQueue::waiting() const {
  const std::lock_guard lock(mutex_);
  return waiting_;
}

void RecordQueue::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  filled_.notify_one();
}

std::vector<QueuedItem> RecordQueue::take_all(std::chrono::milliseconds limit, bool& closed) {
  std::unique_lock lock(mutex_);
  filled_.wait_for(lock, limit, [this] { return !items_.empty() || closed_; });
  if (!items_.empty() && gathering_time_.count() > 0) {
    gathering_ = true;
    filled_.wait_for(lock, gathering_time_, [this] { return is_urgent(); });
    gathering_ = false;
  }
  std::vector<QueuedItem> taken = std::exchange(items_, {});
  closed = closed_;
  bytes_ = 0;
  if (!taken.empty()) emptied_.notify_all();
  return taken;
}

}  // namespace carpool
