#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace carpool {

// How many runs a results directory keeps: CARPOOL_KEEP_RUNS, 20 where it is not set. 0 keeps all.
Result<int> runs_to_keep();

// The run directories in `<results>/runs`, oldest first. What is not named like a run is none.
std::vector<std::filesystem::path> runs_in(const std::filesystem::path& results);

// Whether somebody may still write into this run: one of its journals is open, the process that it
// is named after lives, or something in it changed within the last ten minutes (its process may
// live where it cannot be seen, in another container).
bool may_be_active(const std::filesystem::path& run_directory);

// Removes the oldest runs until `keep` are left, the current one among them. Only runs that are
// older than the current one and certainly over; what cannot be removed stays.
void remove_old_runs(const std::filesystem::path& results, const std::string& current_run,
                     int keep);

}  // namespace carpool
