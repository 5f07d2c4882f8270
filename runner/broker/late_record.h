#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "journal/record.h"

namespace carpool {

// A run whose record has been closed.
struct ClosedRun {
  std::filesystem::path directory;  // empty where there is none
  std::filesystem::path results;
  std::string ended_at;  // RFC 3339 UTC
};

// Adds to it what workers that it left alive came to in the end: a journal of its own, dated to the
// run's end, and the report anew.
void add_to_closed_run(const ClosedRun& run, const std::vector<Record>& records);

}  // namespace carpool
