#pragma once

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
  StopReason reason() const override;

  // Between the two, requests for this ride are heard.
  void begin(std::uint64_t ride);
  void end();

  void request(std::uint64_t ride, StopReason reason);

 private:
  FileDescriptor event_;
  mutable std::mutex mutex_;
  StopReason reason_;
  std::uint64_t ride_ = 0;  // 0: none
};

}  // namespace carpool
