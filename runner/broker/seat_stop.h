#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "process/file_descriptor.h"
#include "process/stop_signal.h"

namespace carpool {

// The wish that one ride of a seat end. It never outlasts the ride: the next one, or the worker's
// retirement, does not hear of it.
class SeatStop final : public StopSignal {
 public:
  SeatStop();

  int descriptor() const override { return event_.number(); }
  bool out_of_time() const override { return out_of_time_; }

  // Between the two, requests for this ride are heard.
  void begin(std::uint64_t ride);
  void end();

  void request(std::uint64_t ride, bool out_of_time);

 private:
  FileDescriptor event_;
  std::atomic<bool> out_of_time_{false};
  std::mutex mutex_;
  std::uint64_t ride_ = 0;  // 0: none
};

}  // namespace carpool
