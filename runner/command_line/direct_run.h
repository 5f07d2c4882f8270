#pragma once

#include "base/result.h"
#include "command_line/run_request.h"

namespace carpool {

// Becomes the test executable, with just the one method that the request names, as a debugger wants
// it: no runner, no live worker, no record. Returns only where that cannot be done, and says why.
Error become_the_test(const RunRequest& request);

}  // namespace carpool
