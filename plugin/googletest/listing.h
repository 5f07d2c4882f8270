#pragma once

#include "../worker/channel_posix.h"
#include "framework.h"

namespace carpool {

// Sends the tests that the framework's filter lets through, one `test` line each, and `listed`.
// Tests that share class and name are one method.
void send_list(Channel& channel, const testing::UnitTest& unit_test);

}  // namespace carpool
