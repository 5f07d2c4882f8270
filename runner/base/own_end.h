#pragma once

namespace carpool {

// Ends this process by the signal, as if that had been its own trouble. Leaves no core.
[[noreturn]] void die_of(int signal_number);

}  // namespace carpool
