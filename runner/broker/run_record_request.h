#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace carpool {

// What the broker had to say when it closed the record of a run.
struct ClosedRecord {
  std::string troubles;  // beyond the verdicts of methods, a line each; empty for none
  bool red = false;
};

// Has the broker of the ctest above this process end its workers and close its journal in this
// results directory, so that the report holds their last words. nullopt where that ctest has no
// broker.
std::optional<ClosedRecord> close_record_of_own_broker(const std::filesystem::path& results);

}  // namespace carpool
