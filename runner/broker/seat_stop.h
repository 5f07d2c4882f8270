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

  // Between the two, requests for this ride are kept, and from hear() on they are heard: another
  // class's fixture may have to be torn down before.
  void begin(std::uint64_t ride);
  void hear();
  void end();

  void request(std::uint64_t ride, StopReason reason);

 private:
  void raise();

  FileDescriptor event_;
  mutable std::mutex mutex_;
  StopReason reason_;
  bool requested_ = false;
  bool heard_ = false;
  std::uint64_t ride_ = 0;  // 0: none
};

}  // namespace carpool
