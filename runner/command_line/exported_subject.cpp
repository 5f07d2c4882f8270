#include "command_line/exported_subject.h"

#include <string>
#include <system_error>

#include "archive/named_folder.h"
#include "command_line/chosen_run.h"
#include "export/comparison_document.h"
#include "export/document_schema.h"
#include "report/report_encoding.h"

namespace carpool {
namespace {

Result<ExportedSubject> subject_of(const Result<ChosenRun>& run) {
  if (!run) return run.error();
  return ExportedSubject{.run = run->directory};
}

// A report leaves out what the journals say of times: they are what is exported.
Result<ExportedSubject> subject_of_report(const std::filesystem::path& file,
                                          const std::string& run_id) {
  const std::filesystem::path beside = std::filesystem::absolute(file).parent_path();
  if (holds_journals(beside)) return ExportedSubject{.run = beside};
  const std::filesystem::path of_results = beside / "runs" / run_id;
  if (!run_id.empty() && holds_journals(of_results)) return ExportedSubject{.run = of_results};
  return Error{file.string() +
               ": the journals that this report was computed from are neither beside it nor in "
               "runs/" +
               run_id + " there: give the run's folder, which holds them"};
}

Result<ExportedSubject> subject_in_file(const std::filesystem::path& file);

Result<ExportedSubject> subject_in_directory(const std::filesystem::path& given) {
  const NamedFolder named = named_folder(given);
  if (named.kind == NamedFolder::Kind::kResults) return subject_of(last_run_in(named.path));
  if (named.kind == NamedFolder::Kind::kRun) {
    if (holds_journals(named.path)) return ExportedSubject{.run = named.path};
    return subject_in_file(named.path / "report.json");
  }
  return Error{"there is no run in " + given.string() +
               ": give a run's folder (<results>/runs/<id>), a results folder (Testing/Carpool) or "
               "a build folder"};
}

Result<ExportedSubject> subject_in_file(const std::filesystem::path& file) {
  const auto found = document_schema(file);
  if (!found) return found.error();
  if (found->schema == kReportSchema) return subject_of_report(file, found->run_id);
  if (found->schema == kComparisonSchema) return ExportedSubject{.comparison = file};
  const std::string schema = found->schema.empty() ? "no schema" : "the schema " + found->schema;
  return Error{file.string() + " has " + schema + "; this Carpool exports runs, " + kReportSchema +
               " and " + kComparisonSchema};
}

}  // namespace

Result<ExportedSubject> exported_subject(const std::filesystem::path& given,
                                         const std::filesystem::path& results) {
  if (given.empty()) return subject_of(last_run_in(results));
  if (exists_as_directory(given)) return subject_in_directory(given);
  std::error_code ignored;  // what cannot be looked at is told below
  if (std::filesystem::exists(given, ignored)) return subject_in_file(given);
  return Error{"there is no " + given.string() +
               ": give a run's folder (<results>/runs/<id>), its report.json, or nothing for the "
               "last run of this build folder"};
}

}  // namespace carpool
