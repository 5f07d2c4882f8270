#pragma once

#include <string>
#include <variant>

namespace carpool {

struct Exited {
  int code = 0;
  bool operator==(const Exited&) const = default;
};

struct Signalled {
  int signal = 0;
  bool operator==(const Signalled&) const = default;
};

// It has ended, and nobody tells the runner how: the child of a launcher.
struct Vanished {
  bool operator==(const Vanished&) const = default;
};

// How a process came to its end.
using ProcessEnd = std::variant<Exited, Signalled, Vanished>;

// "exited with code 3", "was killed by SIGSEGV", "ended without a word".
std::string describe(const ProcessEnd& end);

// "SIGSEGV"; "signal 47" for those without a name.
std::string signal_name(int signal);

}  // namespace carpool
