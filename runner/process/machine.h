#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace carpool {

// How many processors this process may run on.
int usable_processors();

// How many files match at least one of the shell globs.
std::size_t count_files(const std::vector<std::string>& globs);

// Load of the machine over the last 1, 5 and 15 minutes, as the system's own figures; empty where
// it has none.
std::vector<double> load_average();

}  // namespace carpool
