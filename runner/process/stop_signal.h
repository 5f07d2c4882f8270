#pragma once

#include <string>

namespace carpool {

// Why a session is to stop.
struct StopReason {
  bool out_of_time =
      false;               // the running method has used up its time, as somebody else measures it
  std::string words = {};  // what the record says of the running method; empty: the usual
};

// What makes a session stop before its work is done, as something to wait for.
class StopSignal {
 public:
  virtual ~StopSignal() = default;

  // Readable for poll() from the moment of the wish to stop.
  virtual int descriptor() const = 0;

  virtual StopReason reason() const = 0;
};

// That of the whole process: see Interrupt.
const StopSignal& interrupt_signal();

}  // namespace carpool
