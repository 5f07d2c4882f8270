#include <csignal>
#include <cstring>

#include "process/process_end.h"

namespace carpool {

std::string signal_name(int signal) {
  const char* const name = sigabbrev_np(signal);
  return name ? std::string("SIG") + name : "signal " + std::to_string(signal);
}

std::string describe(const ProcessEnd& end) {
  if (const auto* exited = std::get_if<Exited>(&end)) {
    return "exited with code " + std::to_string(exited->code);
  }
  if (std::holds_alternative<Vanished>(end)) return "ended without a word";
  return "was killed by " + signal_name(std::get<Signalled>(end).signal);
}

}  // namespace carpool
