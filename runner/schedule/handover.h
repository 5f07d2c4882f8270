#pragma once

#include <atomic>
#include <functional>
#include <utility>

namespace carpool {

// Work that a task scheduler carries to another thread. The scheduler orders it after all that came
// before task(), and before what follows its wait; a libtbb that is not built with ThreadSanitizer
// does so unseen, which would hide real races among false ones. So an atomic gives the order once
// more, and tests/support/tsan.supp need not name more than this file. Outlives its tasks.
class Handover {
 public:
  explicit Handover(std::function<void()> work) : work_(std::move(work)) {}
  Handover(const Handover&) = delete;
  Handover& operator=(const Handover&) = delete;
  ~Handover() { static_cast<void>(order_.load(std::memory_order_acquire)); }

  // What the other thread is to call. It sees all that the caller of task() wrote or had seen.
  auto task() {
    order_.fetch_add(1, std::memory_order_acq_rel);
    return [this] {
      if (order_.load(std::memory_order_acquire) == 0) return;  // never
      work_();
      order_.fetch_add(1, std::memory_order_acq_rel);
    };
  }

 private:
  std::function<void()> work_;
  std::atomic<int> order_{0};
};

}  // namespace carpool
