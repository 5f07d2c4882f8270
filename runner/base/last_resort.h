#pragma once

#include <exception>
#include <stdexcept>

#include "base/exit_code.h"

namespace carpool {

// Thrown where the machine or the installation lacks something without which there is no going on.
// what() names the thing and the mend.
class CannotRun : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The mend where the system starts no more threads or processes.
inline constexpr char kRaiseThreadLimit[] =
    "The limit of processes and threads is reached: raise it (ulimit -u, or pids.max of the "
    "container)";

// Says, as one line on standard error, what an exception that nobody handles means for the user:
// something that is missing, a machine that grants no more threads, or a fault of Carpool's own.
ExitCode tell_unhandled(const std::exception& error);

// From here on an exception that no caller can catch, one that leaves a thread (oneTBB's, where it
// cannot start another one), ends the process as above and not by abort(). Guardian and workers
// see to their own end when this process is gone.
void tell_of_uncaught_exceptions();

}  // namespace carpool
