#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "archive/run_catalogue.h"
#include "base/result.h"

namespace carpool {

// How much an archive keeps. What is older than `days`, or too much for `runs` or `bytes`, goes,
// the oldest first; the last run stays. 0 keeps all.
struct ArchiveLimits {
  std::int64_t runs = 0;
  std::int64_t days = 0;
  std::int64_t bytes = 0;
};

// The catalogue's runs that an archive of these limits holds, the oldest first, and how many of
// them it leaves out. `now_ns`: since the Unix epoch.
struct KeptRuns {
  std::vector<std::size_t> indices;
  std::vector<std::size_t> left_out;
};
KeptRuns runs_within(const RunCatalogue& catalogue, const ArchiveLimits& limits,
                     std::int64_t now_ns);

// Writes an archive (carpool/archive/v1): a header, then a report a line. The same runs give the
// same bytes. The file appears whole or not at all; it may be one of those that are read. An error
// where a report has changed since it was catalogued.
Result<void> write_archive(const RunCatalogue& catalogue, const std::vector<std::size_t>& indices,
                           const std::filesystem::path& file);

}  // namespace carpool
