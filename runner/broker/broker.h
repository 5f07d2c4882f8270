#pragma once

#include "process/file_descriptor.h"

namespace carpool {

// Serves the clients of one ctest until that is gone, then, where CARPOOL_KEEP_WARM says so, those
// of the next. One thread, the dispatcher, owns all state; seats run the methods and tell it when
// they are idle. `listener`: a socket that clients connect to.
void serve_as_broker(FileDescriptor listener);

}  // namespace carpool
