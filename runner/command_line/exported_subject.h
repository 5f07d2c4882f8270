#pragma once

#include <filesystem>

#include "base/result.h"

namespace carpool {

// What is to be exported: the directory of a run, or the file of a comparison.
struct ExportedSubject {
  std::filesystem::path run;
  std::filesystem::path comparison;
};

// What `given` names: a run's directory, its report.json, a comparison.json, or the directory of a
// build or of its results, of which it is the last run; the last run of `results` where nothing is
// given. An error with the mend where there is no such, or where the document is of another
// version.
Result<ExportedSubject> exported_subject(const std::filesystem::path& given,
                                         const std::filesystem::path& results);

}  // namespace carpool
