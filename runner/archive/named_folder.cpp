#include "archive/named_folder.h"

#include <system_error>

#include "journal/journal.h"
#include "journal/retention.h"

namespace carpool {
namespace {

namespace fs = std::filesystem;

bool holds_runs(const fs::path& results) { return !runs_in(results).empty(); }

}  // namespace

NamedFolder named_folder(const fs::path& given) {
  using Kind = NamedFolder::Kind;
  fs::path folder = fs::absolute(given).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();  // "runs/x/"
  if (holds_journals(folder)) return {.kind = Kind::kRun, .path = folder};
  for (const fs::path& results : {folder, folder / "Testing" / "Carpool"}) {
    if (holds_runs(results)) return {.kind = Kind::kResults, .path = results};
  }
  if (folder.filename() == "runs" && holds_runs(folder.parent_path())) {
    return {.kind = Kind::kResults, .path = folder.parent_path()};
  }
  // Last, as a results folder has a report too.
  std::error_code ignored;  // what cannot be looked at is none
  if (fs::exists(folder / "report.json", ignored)) return {.kind = Kind::kRun, .path = folder};
  return {};
}

bool holds_journals(const fs::path& folder) {
  const auto files = journal_files(folder);
  return files && !files->empty();
}

}  // namespace carpool
