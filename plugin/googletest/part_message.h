#pragma once

#include <string>

#include "framework.h"

namespace carpool {

// What the user said in a failure or a skip, the same in all versions of GoogleTest: some end it
// with a LF, some begin that of a skip with a word of their own.
std::string part_message(const testing::TestPartResult& part);

// The messages of what failed, or else of what was skipped.
std::string reason_of(const testing::TestResult& result);

}  // namespace carpool
