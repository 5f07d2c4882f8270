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

// How a process came to its end.
using ProcessEnd = std::variant<Exited, Signalled>;

// "exited with code 3", "was killed by SIGSEGV".
std::string describe(const ProcessEnd& end);

// "SIGSEGV"; "signal 47" for those without a name.
std::string signal_name(int signal);

}  // namespace carpool
