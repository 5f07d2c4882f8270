#pragma once

#include <string>

#include "compare/comparison.h"

namespace carpool {

// The comparison for people, plain text: first the methods whose verdict differs, then classes and
// total, then the references.
std::string comparison_table(const Comparison& comparison);

// Why `carpool compare` ends with exit code 1, in a line without its end: which verdicts differ,
// what is red. Empty where all is green and the same both ways.
std::string reason_of_exit_code(const Comparison& comparison);

}  // namespace carpool
