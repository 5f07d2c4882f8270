#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "protocol/message.h"
#include "session/worker.h"

namespace carpool {

// Where the ranks of a gang come together: barrier(), all_gather() and broadcast() of
// plugin/include/carpool/rank.h. Nobody is kept waiting for a rank that cannot come any more.
class Meeting {
 public:
  // A new step (a start, a suite set-up, a method, ...) of all ranks, none of which waits.
  void begin_step(std::size_t ranks);

  // What a rank says with its `meet` line. Answers as soon as it can be answered. Gives what is
  // wrong with the line; nothing where it is in order.
  std::optional<std::string> take(std::size_t rank, const protocol::Message& message,
                                  const std::vector<Worker*>& workers);

  // The rank has come to the end of the step, in the way that `how` says, and calls no more.
  void leave(std::size_t rank, const std::string& how, const std::vector<Worker*>& workers);

  // Which of the calls the rank waits in; empty for none.
  std::string call_of(std::size_t rank) const;

  // Whether a call of the rank has been refused in this step: what it does then is another's doing.
  bool was_refused(std::size_t rank) const { return seats_[rank].refused; }

 private:
  struct Seat {
    bool waits = false;
    bool refused = false;
    std::string call;
    std::string root;
    std::string bytes;
    std::string left;  // how it ended the step; empty while it has not
  };

  void settle(const std::vector<Worker*>& workers);
  void answer(const std::vector<Worker*>& workers);
  void refuse(const std::string& reason, const std::vector<Worker*>& workers);
  std::string disagreement() const;

  std::vector<Seat> seats_;
};

}  // namespace carpool
