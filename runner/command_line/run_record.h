#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command_line/run_request.h"
#include "command_line/run_subject.h"
#include "journal/journal.h"
#include "journal/run_directory.h"
#include "manifest/target_manifest.h"
#include "report/journal_digest.h"
#include "report/report_writing.h"

namespace carpool {

// What is kept of a run: its directory, its journal, and the report. Each where it can be had:
// tests run without them too, red, since nobody may take such a run for one that was recorded.
class RunRecord {
 public:
  // Creates directory and journal, and writes the journal's first line. The first entry of a target
  // in a ctest also accounts for the target's classes that have nothing but disabled methods.
  RunRecord(const RunRequest& request, const RunSubject& subject);
  RunRecord(const RunRecord&) = delete;
  RunRecord& operator=(const RunRecord&) = delete;

  // Null where none could be opened; see trouble().
  Journal* journal() { return journal_ ? &*journal_ : nullptr; }
  const std::optional<std::string>& trouble() const { return trouble_; }

  // To be called with each entry of the journal, in order, where digest() is to be asked for.
  void follow(JournalEntry entry);

  // The report of a run that has the directory to itself, computed from what was followed.
  // `journal_problem`: what kept the journal from being written; empty for nothing. nullopt where
  // there is no directory.
  std::optional<Result<WrittenReport>> report_own(const std::string& journal_problem);

  // The same report, written nowhere: what this runner alone came to. Instead of report_own().
  Report own_report(const std::string& journal_problem);

  // The report of all that lies in the directory, read back. nullopt where there is none.
  std::optional<Result<std::filesystem::path>> report_all() const;

 private:
  std::vector<std::string> warnings(const RunRequest& request, const RunSubject& subject) const;
  void note_disabled_classes(const TargetManifest& manifest);

  const std::filesystem::path results_;
  const bool notes_history_;
  std::optional<RunDirectory> directory_;
  std::optional<Journal> journal_;
  std::optional<std::string> trouble_;
  TextAllowance allowance_;
  JournalDigester digester_{0, allowance_};
};

}  // namespace carpool
