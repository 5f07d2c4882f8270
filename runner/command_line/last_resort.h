#pragma once

#include <exception>

#include "base/exit_code.h"

namespace carpool {

// Says, as one line on standard error, what an exception that nobody handles means for the user:
// a fault of Carpool's own, or a machine that grants no more threads.
ExitCode tell_unhandled(const std::exception& error);

// From here on an exception that no caller can catch, one that leaves a thread (oneTBB's, where it
// cannot start another one), ends the process as above and not by abort(). Guardian and workers
// see to their own end when this process is gone.
void tell_of_uncaught_exceptions();

}  // namespace carpool
