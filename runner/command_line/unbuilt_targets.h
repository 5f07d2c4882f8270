#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "schedule/run_plan.h"

namespace carpool {

// A line for each target whose executable is not there: how many classes that concerns, and how to
// build it. `results`: the folder of runs, in the build folder.
std::vector<std::string> unbuilt_in_words(const RunPlan& plan,
                                          const std::filesystem::path& results);

}  // namespace carpool
