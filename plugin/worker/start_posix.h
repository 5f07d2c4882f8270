#pragma once

#include <string>

namespace carpool {

// What the runner wants of this process, as its environment says.
struct Start {
  enum class Mode { kNone, kServe, kList };
  Mode mode = Mode::kNone;
  std::string channel;
  std::string mark;
  std::string gang;        // the place in it, see take_place_in_gang()
  std::string rendezvous;  // the directory of rendezvous files
};

// Reads the CARPOOL_* variables of the protocol and removes them, so that child processes and
// re-executed death tests are ordinary processes. kNone where there is no channel. Ends the process
// with a message where the variables make no sense.
Start take_start_from_environment();

// Says on standard error why this process cannot be a worker, and ends it at once.
[[noreturn]] void refuse_to_work(const std::string& reason);

}  // namespace carpool
