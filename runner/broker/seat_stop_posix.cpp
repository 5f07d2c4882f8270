#include <sys/eventfd.h>
#include <unistd.h>

#include <utility>

#include "broker/seat_stop.h"

namespace carpool {

SeatStop::SeatStop() : event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

StopReason SeatStop::reason() const {
  const std::lock_guard lock(mutex_);
  return reason_;
}

void SeatStop::begin(std::uint64_t ride) {
  const std::lock_guard lock(mutex_);
  ride_ = ride;
}

void SeatStop::end() {
  const std::lock_guard lock(mutex_);
  ride_ = 0;
  std::uint64_t count = 0;
  while (read(event_.number(), &count, sizeof count) > 0) {
  }
  reason_ = {};
}

void SeatStop::request(std::uint64_t ride, StopReason reason) {
  const std::lock_guard lock(mutex_);
  if (ride != ride_) return;
  reason_ = std::move(reason);
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(event_.number(), &one, sizeof one);
}

}  // namespace carpool
