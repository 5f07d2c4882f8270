#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "archive/run_catalogue.h"
#include "archive/seen_run.h"
#include "base/result.h"

namespace carpool {

struct GatheredRuns {
  RunCatalogue catalogue;
  std::vector<std::string> problems;         // runs that could not be read, in words
  std::vector<std::filesystem::path> empty;  // what was named and holds no run
  std::vector<std::string> growing;          // runs that were left out, as still under way
};

struct GatheringChoice {
  bool leave_out_growing = false;
};

// Called for each run that is new, or takes the place of what was there: with its index in the
// catalogue, once its report is in it.
using VisitRun = std::function<void(std::size_t index, std::vector<SeenClass> classes)>;

// Reads the reports of all runs in what a user names, one at a time. A run that cannot be read is a
// problem; an error where something that was named cannot be read at all, or two reports contradict
// each other.
Result<GatheredRuns> gather_runs(const std::vector<std::filesystem::path>& given,
                                 const GatheringChoice& choice, const VisitRun& visit);

}  // namespace carpool
