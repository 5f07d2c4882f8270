#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "archive/report_place.h"
#include "archive/run_catalogue.h"
#include "base/result.h"

namespace carpool {

struct UnreadRun {
  ReportPlace place;
  std::string why;  // with the place, in words
};

struct GatheredRuns {
  RunCatalogue catalogue;
  std::vector<UnreadRun> unread;             // runs that could not be read
  std::vector<std::filesystem::path> empty;  // what was named and holds no run
  std::vector<std::string> growing;          // runs that were left out, as still under way
};

struct GatheringChoice {
  bool leave_out_growing = false;
};

// Reads the reports of all runs in what a user names, one at a time, and holds none of them. An
// error where something that was named cannot be read at all, or two reports contradict each other.
Result<GatheredRuns> gather_runs(const std::vector<std::filesystem::path>& given,
                                 const GatheringChoice& choice);

}  // namespace carpool
