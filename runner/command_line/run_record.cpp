#include "command_line/run_record.h"

#include <utility>

#include "base/version.h"
#include "report/report_building.h"
#include "schedule/disabled_classes.h"

namespace carpool {

RunRecord::RunRecord(const RunRequest& request, const RunSubject& subject)
    : results_(subject.results), notes_history_(subject.notes_history) {
  auto directory = run_directory(results_, request.under_ctest);
  if (!directory) {
    trouble_ = directory.error().message;
    return;
  }
  directory_ = std::move(*directory);
  auto journal = Journal::create(directory_->path, subject.journal_name);
  if (!journal) {
    trouble_ = journal.error().message;
    return;
  }
  journal_.emplace(std::move(*journal));
  RunStarted begin = describe_run(directory_->id, kVersion, request.command_line);
  begin.warnings = warnings(request, subject);
  if (!request.without_broker.empty()) {
    begin.warnings.push_back("a process for each method, since there is no broker: " +
                             request.without_broker);
  }
  journal_->append(begin, 0);
  follow({.t_ns = 0, .record = begin});
  // One entry for the whole target has them among its own.
  const bool is_part = !request.classes.empty() || !request.methods.empty();
  if (request.under_ctest && is_part) note_disabled_classes(*subject.only_target);
}

// Once in a ctest: its entries would all say the same.
std::vector<std::string> RunRecord::warnings(const RunRequest& request,
                                             const RunSubject& subject) const {
  if (!subject.warnings) return {};
  if (request.under_ctest && !claim(*directory_, "warnings of " + subject.warned_of)) return {};
  return subject.warnings();
}

void RunRecord::note_disabled_classes(const TargetManifest& manifest) {
  if (!claim_disabled_classes(*directory_, manifest)) return;
  const auto tests = read_test_list(manifest.test_list);
  if (!tests) {
    trouble_ = tests.error().message;
    return;
  }
  for (const ClassPlanned& plan : disabled_classes(manifest, *tests)) {
    for (const Record& record : account_of_disabled(plan)) journal_->append(record, 0);
  }
}

void RunRecord::follow(JournalEntry entry) { digester_.take(std::move(entry)); }

std::optional<Result<WrittenReport>> RunRecord::report_own(const std::string& journal_problem) {
  if (!journal_) return std::nullopt;
  return write_report(digester_.finish(journal_->file(), journal_problem), directory_->path,
                      results_, notes_history_);
}

Report RunRecord::own_report(const std::string& journal_problem) {
  const auto file = journal_ ? journal_->file() : std::filesystem::path();
  std::vector<JournalDigest> digests;
  digests.push_back(digester_.finish(file, journal_problem));
  return build_report(std::move(digests));
}

std::optional<Result<std::filesystem::path>> RunRecord::report_all() const {
  if (!directory_) return std::nullopt;
  return write_run_report(directory_->path, results_);
}

}  // namespace carpool
