#pragma once

#include "base/result.h"
#include "process/spawn.h"

namespace carpool {

// Becomes the program (exec): returns only where that fails, and says why. Of the request, the
// arguments, the environment and the directory count; descriptors stay what they are.
Error become(const SpawnRequest& request);

}  // namespace carpool
