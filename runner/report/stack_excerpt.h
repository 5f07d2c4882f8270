#pragma once

#include <string>
#include <string_view>

namespace carpool {

// The frames of a stack trace that help: of each thread those from the innermost down to the test's
// body, or to the first frame of GoogleTest's that calls user code. What is left out (GoogleTest,
// the plugin, main) is counted in a line of its own; the report has it all.
std::string stack_excerpt(std::string_view stacks);

}  // namespace carpool
