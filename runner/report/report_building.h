#pragma once

#include <filesystem>
#include <vector>

#include "base/result.h"
#include "report/journal_digest.h"
#include "report/report.h"

namespace carpool {

// Computes a run's report from all journals in its directory. An error only where none of them can
// be read; one that cannot be read to its end is one of the report's `problems`.
Result<Report> build_report(const std::filesystem::path& run_directory);

// The same from what the journals came to.
Report build_report(std::vector<JournalDigest> digests);

}  // namespace carpool
