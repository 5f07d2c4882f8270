#pragma once

#include <filesystem>

#include "base/result.h"

namespace carpool {

// A run's directory and the results directory it belongs to; the latter empty where it lies alone.
struct ChosenRun {
  std::filesystem::path directory;
  std::filesystem::path results;
};

bool exists_as_directory(const std::filesystem::path& path);

// The run whose directory, `<results>/runs/<id>`, is given, or the last one of the folder of a
// build or of results. An error that says what a run is where there is no such directory.
Result<ChosenRun> run_in_directory(const std::filesystem::path& given);

// The run that began last in a results directory. An error with the mend where there is none.
Result<ChosenRun> last_run_in(const std::filesystem::path& results);

}  // namespace carpool
