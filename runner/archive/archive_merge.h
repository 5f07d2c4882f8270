#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "archive/archive.h"
#include "archive/run_gathering.h"
#include "base/result.h"

namespace carpool {

struct MergedRuns {
  GatheredRuns gathered;
  KeptRuns kept;
};

// Writes the runs of all places to the archive `output`, which may be one of them. Who else merges
// into it waits until then, at most `patience`. Nothing is written where a place holds no run, and
// where a line of the archive at `output` cannot be read, as it would be lost: an error then.
Result<MergedRuns> merge_runs(const std::vector<std::filesystem::path>& given,
                              const std::filesystem::path& output, const ArchiveLimits& limits,
                              std::int64_t now_ns, std::chrono::milliseconds patience);

}  // namespace carpool
