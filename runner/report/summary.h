#pragma once

#include <string>

#include "report/report.h"

namespace carpool {

// The report for people, a few lines of text, LF at the end of each: the red methods with their
// first failure, what was lost around them, tests, classes, time, and the estimated saving, called
// estimated. Control characters out of tests never reach the terminal.
std::string summarise(const Report& report);

// "84 ms", "1.23 s", "12 min 3 s", "19 h 2 min".
std::string duration_in_words(std::int64_t ns);

}  // namespace carpool
