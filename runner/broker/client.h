#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "exec/wire.h"

namespace carpool {

// The answers to one client. The frames of one answer come from one thread at a time, and the one
// that ends the answer is the last.
class Client {
 public:
  virtual ~Client() = default;

  // False where the client is gone: it may have had the method run in another way by then.
  [[nodiscard]] bool begun() { return send(exec::kBegun, {}); }
  void print(std::string_view bytes);
  void exit(int code);
  void die_of(int signal);
  void refuse(std::string_view why) { send(exec::kRefused, why); }
  void look_again() { send(exec::kLookAgain, {}); }

  // Nobody waits for the answer any more: what is still sent goes nowhere, and a sender that waits
  // for the client to read is let go. From any thread.
  virtual void abandon() = 0;

 protected:
  // False where nobody is there to receive it.
  virtual bool send(exec::Frame kind, std::string_view bytes) = 0;
};

}  // namespace carpool
