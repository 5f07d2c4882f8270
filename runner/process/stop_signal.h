#pragma once

namespace carpool {

// What makes a session stop before its work is done, as something to wait for.
class StopSignal {
 public:
  virtual ~StopSignal() = default;

  // Readable for poll() from the moment of the wish to stop.
  virtual int descriptor() const = 0;

  // Whether the reason is that the running method has used up its time.
  virtual bool out_of_time() const = 0;
};

// That of the whole process: see Interrupt.
const StopSignal& interrupt_signal();

}  // namespace carpool
