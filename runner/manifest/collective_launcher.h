#pragma once

#include <string>
#include <vector>

namespace carpool {

// Whether the launcher starts all ranks of a gang by itself (mpiexec, srun and the like), rather
// than being put in front of each. Known by a word of its command line, since no launcher says so.
bool starts_all_ranks(const std::vector<std::string>& launcher);

}  // namespace carpool
