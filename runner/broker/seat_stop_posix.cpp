#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "broker/seat_stop.h"

namespace carpool {

SeatStop::SeatStop() : event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (!event_) throw std::system_error(errno, std::generic_category(), "eventfd");
}

StopReason SeatStop::reason() const {
  const std::lock_guard lock(mutex_);
  return reason_;
}

void SeatStop::begin(std::uint64_t ride) {
  const std::lock_guard lock(mutex_);
  ride_ = ride;
}

void SeatStop::hear() {
  const std::lock_guard lock(mutex_);
  heard_ = true;
  if (requested_) raise();
}

void SeatStop::end() {
  const std::lock_guard lock(mutex_);
  ride_ = 0;
  requested_ = false;
  heard_ = false;
  std::uint64_t count = 0;
  while (read(event_.number(), &count, sizeof count) > 0) {
  }
  reason_ = {};
}

void SeatStop::request(std::uint64_t ride, StopReason reason) {
  const std::lock_guard lock(mutex_);
  if (ride != ride_) return;
  reason_ = std::move(reason);
  requested_ = true;
  if (heard_) raise();
}

void SeatStop::raise() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(event_.number(), &one, sizeof one);
}

}  // namespace carpool
