#include "broker/late_record.h"

#include "base/exit_code.h"
#include "base/version.h"
#include "journal/journal.h"
#include "journal/run_directory.h"
#include "report/report_writing.h"

namespace carpool {

void add_to_closed_run(const ClosedRun& run, const std::vector<Record>& records) {
  std::error_code ignored;  // what cannot be looked at is no directory
  if (!std::filesystem::is_directory(run.directory, ignored)) return;
  auto journal = Journal::create(run.directory, "broker");
  if (!journal) return;
  RunStarted begin = describe_run(run.directory.filename().string(), kVersion, kBrokerCommandLine);
  begin.started_at = run.ended_at;
  journal->append(begin, 0);
  for (const Record& record : records) journal->append(record, 0);
  journal->append(RunFinished{.exit_code = static_cast<int>(ExitCode::kRed)}, 0);
  // Nobody is there to be told where it cannot be written.
  if (journal->flush()) static_cast<void>(write_run_report(run.directory, run.results));
}

}  // namespace carpool
