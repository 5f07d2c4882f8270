#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <system_error>
#include <vector>

#include "base/result.h"

namespace carpool {

// How much a results directory keeps; 0 keeps all.
struct RunLimits {
  std::int64_t runs = 20;      // CARPOOL_KEEP_RUNS
  std::int64_t days = 0;       // CARPOOL_KEEP_DAYS: since a run began
  std::int64_t megabytes = 0;  // CARPOOL_KEEP_MEGABYTES: of all files of all runs

  bool operator==(const RunLimits&) const = default;
};

// What the environment says, else as above.
Result<RunLimits> runs_to_keep();

// The run directories in `<results>/runs`, oldest first. What is not named like a run is none.
std::vector<std::filesystem::path> runs_in(const std::filesystem::path& results);

// Whether the process that the run is named after, its ctest or its runner, lives.
bool run_process_lives(const std::filesystem::path& run_directory);

// Whether somebody may still write into this run: one of its journals is open, the process that it
// is named after lives, or something in it changed within the last ten minutes (its process may
// live where it cannot be seen, in another container).
bool may_be_active(const std::filesystem::path& run_directory);

// Removes a folder and what is in it.
using RemoveFolder = std::function<std::error_code(const std::filesystem::path& folder)>;
std::error_code remove_folder(const std::filesystem::path& folder);

// Removes the oldest runs until the rest is within the limits; the current one stays, and counts.
// Only runs that are older than the current one and certainly over; what cannot be removed stays.
// A run first loses its name, so that nobody takes what is left of it in between for a whole one;
// what a runner that was killed there left behind is removed with the next. Returns the ids of what
// was removed.
std::vector<std::string> remove_old_runs(const std::filesystem::path& results,
                                         const std::string& current_run, const RunLimits& limits,
                                         std::int64_t now_ns,
                                         const RemoveFolder& remove = remove_folder);

// "  removed 2 old runs, 20260101T000000Z-1 to 20260102T000000Z-2 (CARPOOL_KEEP_RUNS, ...)" with a
// LF; empty where none was.
std::string removal_in_words(const std::vector<std::string>& removed);

}  // namespace carpool
