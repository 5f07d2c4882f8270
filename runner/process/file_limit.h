#pragma once

#include "base/result.h"

namespace carpool {

// An error where this process may not open enough files to keep so many workers: better said at
// once than by the worker that is one too many, in the middle of a run.
Result<void> expect_files_for(int workers);

// How many workers this process can keep; 0 where not even one.
int workers_that_fit();

}  // namespace carpool
