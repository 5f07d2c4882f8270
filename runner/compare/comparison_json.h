#pragma once

#include <string>

#include "compare/comparison.h"

namespace carpool {

// The document `comparison.json` (schema carpool/comparison/v1).
std::string comparison_json(const Comparison& comparison);

}  // namespace carpool
