#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "discovery/listing.h"
#include "manifest/target_manifest.h"
#include "process/process_end.h"

namespace carpool {

// What came of running an executable in list mode.
struct ListingRun {
  Listing listing;
  std::optional<Error> trouble;   // the plugin said what cannot be; the process was killed then
  std::optional<ProcessEnd> end;  // nullopt: killed, by `trouble` or at the deadline
  std::string output;             // stdout and stderr together; the last part where there was a lot
};

// The command line: launcher, executable, --gtest_list_tests, filter, discovery arguments.
std::vector<std::string> listing_arguments(const TargetManifest& manifest);

// Starts the executable and waits for its end, at most `discovery_timeout`. An error: it could not
// be started.
Result<ListingRun> run_listing(const TargetManifest& manifest);

}  // namespace carpool
