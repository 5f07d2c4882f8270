#include <sys/eventfd.h>
#include <unistd.h>

#include "broker/seat_stop.h"

namespace carpool {

SeatStop::SeatStop() : event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

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
  out_of_time_ = false;
}

void SeatStop::request(std::uint64_t ride, bool out_of_time) {
  const std::lock_guard lock(mutex_);
  if (ride != ride_) return;
  out_of_time_ = out_of_time;
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(event_.number(), &one, sizeof one);
}

}  // namespace carpool
