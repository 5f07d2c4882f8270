#pragma once

#include <string>

#include "compare/comparison.h"

namespace carpool {

// The comparison for people, plain text: first the methods whose verdict differs, then classes and
// total, then the references.
std::string comparison_table(const Comparison& comparison);

}  // namespace carpool
