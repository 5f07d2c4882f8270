#pragma once

#include <atomic>
#include <functional>
#include <utility>

namespace carpool {

// Work that a task scheduler carries to another thread. The scheduler orders it after all that came
// before task(); a libtbb that is not built with ThreadSanitizer does so unseen, which would hide
// real races among false ones. So the order is given once more, by an atomic, and
// tests/support/tsan.supp need not name more than this file. Outlives its tasks.
class Handover {
 public:
  explicit Handover(std::function<void()> work) : work_(std::move(work)) {}
  Handover(const Handover&) = delete;
  Handover& operator=(const Handover&) = delete;

  // What the other thread is to call. It sees all that the caller of task() wrote or had seen.
  auto task() {
    handed_over_.store(true, std::memory_order_release);
    return [this] {
      if (handed_over_.load(std::memory_order_acquire)) work_();
    };
  }

 private:
  std::function<void()> work_;
  std::atomic<bool> handed_over_{false};
};

}  // namespace carpool
