#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <utility>

namespace carpool {

// Where a run is to stop at its first red result: told of each by the classes' accounts, and asked
// by them before they hand out more. May be used by several threads at once.
class FirstRed {
 public:
  void note(std::string what) {
    const std::lock_guard lock(mutex_);
    if (what_.empty()) what_ = std::move(what);
    seen_ = true;
  }
  bool seen() const { return seen_; }

  // Why nothing more is run. To be asked once it was seen.
  std::string reason() const {
    const std::lock_guard lock(mutex_);
    return "not begun, since " + what_ + " was red (--fail-fast)";
  }

 private:
  mutable std::mutex mutex_;
  std::string what_;
  std::atomic<bool> seen_{false};
};

}  // namespace carpool
