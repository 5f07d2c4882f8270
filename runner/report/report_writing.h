#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/journal_digest.h"
#include "report/report.h"

namespace carpool {

// A report and where it lies.
struct WrittenReport {
  Report report;
  std::filesystem::path file;
  std::vector<std::string> removed_runs;  // ids of old runs that made room
};

// Computes a run's report and writes it into the run's directory; where no younger run has one,
// also as the results directory's `report.json`, with the timing history, and old runs are removed.
// Only whole files appear, and several processes may do this at once for the same run: the last
// one, who sees the most, has the last word. An empty `results` stands for a run directory that
// lies alone.
Result<WrittenReport> write_report(const std::filesystem::path& run_directory,
                                   const std::filesystem::path& results);

// The same for a run whose only journal has been followed from its first line to its last.
// `notes_history`: whether its durations go into the timing history.
Result<WrittenReport> write_report(JournalDigest only_journal,
                                   const std::filesystem::path& run_directory,
                                   const std::filesystem::path& results, bool notes_history);

// The same for those who need no more than the file: the runner, interrupted or outside of CTest.
// To be called once its own journal is complete.
Result<std::filesystem::path> write_run_report(const std::filesystem::path& run_directory,
                                               const std::filesystem::path& results);

// Writes the report to any other place.
Result<void> write_report_file(const Report& report, const std::filesystem::path& file);

}  // namespace carpool
