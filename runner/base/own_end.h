#pragma once

namespace carpool {

// SIGABRT: what an entry of CTest's dies of where its test came to no verdict of its own.
constexpr int kSignalWithoutVerdict = 6;

// Ends this process by the signal, as if that had been its own trouble: CTest names the signal
// then, as it does for a test of its own process. Leaves no core, and nothing is flushed.
[[noreturn]] void die_of(int signal_number);

}  // namespace carpool
