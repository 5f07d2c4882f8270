#pragma once

#include <cstddef>
#include <initializer_list>
#include <string_view>

#include "exec/wire.h"

namespace carpool {

// The answers to one client. The frames of one answer come from one thread at a time, and the one
// that ends the answer is the last.
class Client {
 public:
  virtual ~Client() = default;

  // And prints `opening`. False where the client is gone: it may have had the method run in another
  // way by then.
  [[nodiscard]] bool begun(std::string_view opening);
  void print(std::string_view bytes);
  // Print `last_words` first.
  void exit(int code, std::string_view last_words = {});
  void die_of(int signal, std::string_view last_words = {});
  void refuse(std::string_view why) { send({{exec::kRefused, why}}); }
  void look_again() { send({{exec::kLookAgain, {}}}); }

  // Nobody waits for the answer any more: what is still sent goes nowhere, and a sender that waits
  // for the client to read is let go. From any thread.
  virtual void abandon() = 0;

 protected:
  struct Piece {
    exec::Frame kind;
    std::string_view bytes;
  };
  static constexpr std::size_t kMostPieces = 2;
  // All in one go, since each wakes the client. False where nobody is there to receive them.
  virtual bool send(std::initializer_list<Piece> pieces) = 0;

 private:
  void end(exec::Frame how, int number, std::string_view last_words);
};

}  // namespace carpool
