#pragma once

#include "exec/wire.h"

namespace carpool::exec {

// How long a broker may be silent, CARPOOL_BROKER_PATIENCE: it takes requests up at once, whatever
// else it does. At least 1.
long patience_seconds();

// From here on no call waits for longer on this connection; recv() and send() fail with EAGAIN.
void be_patient(int connected);

// Whether the broker of this ctest still answers: false where it is gone, stopped or stuck. Waits
// no longer than twice as long.
bool answers(const CtestProcess& ctest);

}  // namespace carpool::exec
