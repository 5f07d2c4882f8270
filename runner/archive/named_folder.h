#pragma once

#include <filesystem>

namespace carpool {

// What a user means who names a folder. All verbs take the same folders.
struct NamedFolder {
  enum class Kind { kNothing, kRun, kResults };

  Kind kind = Kind::kNothing;
  std::filesystem::path path;  // absolute, of the run or of the results
};

// A run's folder; or, with the last run or all of them: a results folder (Testing/Carpool), the
// folder of its runs, a build folder. Nothing where it holds no run.
NamedFolder named_folder(const std::filesystem::path& given);

bool holds_journals(const std::filesystem::path& folder);

}  // namespace carpool
