#pragma once

#include <filesystem>
#include <vector>

#include "base/result.h"
#include "dashboard/page.h"

namespace carpool {

// What a page shows of one run: its report and the timeline of its workers, computed from the
// run's journals, or its report.json where they are no longer there. An error where the folder
// holds neither.
Result<std::vector<PageDocument>> read_run(const std::filesystem::path& run_directory);

// The same of the last run of a results folder (Testing/Carpool), with the trend over the last runs
// and the comparison that lie there. A run that cannot be read is one of the trend's problems.
Result<std::vector<PageDocument>> read_results(const std::filesystem::path& results);

// What a user names: a document's file, an archive (its last run and its trend), a run's folder, a
// results folder or a build folder.
Result<std::vector<PageDocument>> read_documents(const std::filesystem::path& given);

}  // namespace carpool
