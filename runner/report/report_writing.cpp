#include "report/report_writing.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "base/unfinished_file.h"
#include "journal/file_lock_posix.h"
#include "journal/history.h"
#include "journal/retention.h"
#include "journal/run_directory.h"
#include "journal/timestamp.h"
#include "report/report_building.h"
#include "report/report_encoding.h"

namespace carpool {
namespace {

constexpr std::chrono::minutes kPatience{2};
constexpr std::int64_t kDay_ns = 86'400'000'000'000;
constexpr std::int64_t kHistoryDays = 90;
constexpr const char* kReportFile = "report.json";

bool a_younger_run_has_a_report(const std::filesystem::path& results,
                                const std::filesystem::path& than) {
  const auto runs = runs_in(results);
  return std::any_of(runs.begin(), runs.end(), [&](const std::filesystem::path& run) {
    std::error_code ignored;
    return began_later(run, than) && std::filesystem::exists(run / kReportFile, ignored);
  });
}

// An interrupted class tells nothing about its duration.
void note_in_history(const Report& report, const std::filesystem::path& results) {
  History history = read_history(results);
  for (const ClassReport& of_class : report.classes) {
    if (of_class.status == ClassStatus::kInterrupted) continue;
    const auto ran =
        std::count_if(of_class.methods.begin(), of_class.methods.end(),
                      [](const MethodReport& method) { return method.last.worker > 0; });
    if (ran == 0) continue;
    const auto disabled =
        std::ranges::count(of_class.methods, MethodStatus::kDisabled, &MethodReport::status);
    history.note(of_class.target, of_class.name,
                 {.red = is_red(of_class.status),
                  .wall_ns = of_class.wall_ns,
                  .methods = ran,
                  .planned = std::ssize(of_class.methods) - disabled,
                  .run = report.run.id});
  }
  history.forget_before(compact_timestamp(unix_time_ns() - kHistoryDays * kDay_ns));
  // Only the order of work depends on it. A full disk has been told by the report itself.
  (void)write_history(history, results);
}

Result<std::optional<FileLock>> lock_where_any(const std::filesystem::path& results) {
  if (results.empty()) return std::optional<FileLock>();
  auto acquired = lock_results(results, kPatience);
  if (!acquired) return acquired.error();
  return std::optional<FileLock>(std::move(*acquired));
}

// Into each of the files, encoded once.
Result<void> write_report_files(const Report& report,
                                const std::vector<std::filesystem::path>& files) {
  std::vector<std::unique_ptr<UnfinishedFile>> unfinished;
  for (const auto& file : files) unfinished.push_back(std::make_unique<UnfinishedFile>(file));
  encode_report(report, [&](std::string_view bytes) {
    for (const auto& file : unfinished) file->write(bytes);
  });
  for (const auto& file : unfinished) {
    if (auto published = file->publish(); !published) return published;
  }
  return {};
}

// To be called under the lock.
Result<WrittenReport> publish(Report report, const std::filesystem::path& run_directory,
                              const std::filesystem::path& results, bool notes_history = true) {
  const std::string id = run_directory.filename().string();
  const bool is_last = !results.empty() && !a_younger_run_has_a_report(results, run_directory);
  std::vector<std::filesystem::path> files{run_directory / kReportFile};
  if (is_last) files.push_back(results / kReportFile);
  if (const auto written = write_report_files(report, files); !written) return written.error();
  std::vector<std::string> removed;
  if (is_last) {
    if (notes_history) note_in_history(report, results);
    if (const auto limits = runs_to_keep()) {
      removed = remove_old_runs(results, id, *limits, unix_time_ns());
    }
  }
  return WrittenReport{.report = std::move(report),
                       .file = std::move(files.back()),
                       .removed_runs = std::move(removed)};
}

}  // namespace

Result<void> write_report_file(const Report& report, const std::filesystem::path& file) {
  return write_report_files(report, {file});
}

Result<WrittenReport> write_report(const std::filesystem::path& run_directory,
                                   const std::filesystem::path& results) {
  const auto lock = lock_where_any(results);
  if (!lock) return lock.error();
  // Read under the lock: who comes last must not write what it saw before the others had finished.
  auto report = build_report(run_directory);
  if (!report) return report.error();
  return publish(std::move(*report), run_directory, results);
}

Result<WrittenReport> write_report(JournalDigest only_journal,
                                   const std::filesystem::path& run_directory,
                                   const std::filesystem::path& results, bool notes_history) {
  std::vector<JournalDigest> digests;
  digests.push_back(std::move(only_journal));
  Report report = build_report(std::move(digests));
  const auto lock = lock_where_any(results);
  if (!lock) return lock.error();
  return publish(std::move(report), run_directory, results, notes_history);
}

Result<std::filesystem::path> write_run_report(const std::filesystem::path& run_directory,
                                               const std::filesystem::path& results) {
  auto written = write_report(run_directory, results);
  if (!written) return written.error();
  return std::move(written->file);
}

}  // namespace carpool
