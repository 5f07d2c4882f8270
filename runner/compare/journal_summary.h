#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/status.h"
#include "compare/verdict.h"
#include "journal/journal.h"

namespace carpool {

// What one run's journals say about one class.
struct ClassSummary {
  ClassStatus status = ClassStatus::kPassed;
  // For how long processes were busy with it: its wall time, or, where several workers shared its
  // methods, their lives added up.
  std::int64_t busy_ns = 0;
  std::map<std::string, ContinuousVerdict> methods;
  std::map<std::string, std::int64_t> method_ns;
};

// What a comparison needs of one run.
struct JournalSummary {
  std::map<std::string, ClassSummary> classes;

  ClassSummary of_class(const std::string& name) const;
};

JournalSummary summarise(const std::vector<JournalEntry>& entries);

// All journals of the single run below `results`.
Result<JournalSummary> summarise_journals(const std::filesystem::path& results);

}  // namespace carpool
