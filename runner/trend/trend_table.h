#pragma once

#include <cstddef>
#include <string>

#include "trend/trend.h"

namespace carpool {

// The trend for people: a row for each class, and for each method where that is asked for, then
// what was found, with the tests and the level. Control characters out of names never reach the
// terminal. `most_rows`: of each table, those that take longest; 0 for all.
std::string trend_table(const Trend& trend, bool with_methods, std::size_t most_rows);

}  // namespace carpool
