#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include "broker/run_record_request.h"
#include "command_line/chosen_run.h"
#include "command_line/exporting.h"
#include "command_line/verbs.h"
#include "journal/retention.h"
#include "journal/run_directory.h"
#include "report/report_writing.h"
#include "report/summary.h"

namespace carpool {
namespace {

constexpr char kFooter[] =
    "Exit codes: 0 the report was written (a red run is told by its own entries, not a second "
    "time\n"
    "here), or, under ctest, none of its entries ran; 1, under ctest, a class of which single "
    "methods are\n"
    "entries went wrong beyond them (its tear-down, say); 3 there is no run, its journals cannot "
    "be "
    "read,\n"
    "or the report cannot be written.\n"
    "CARPOOL_KEEP_RUNS, CARPOOL_KEEP_DAYS, CARPOOL_KEEP_MEGABYTES: how many runs are kept, how "
    "old\n"
    "and how large (20 runs of any age and size; 0 keeps all). The last run stays, and so does "
    "what "
    "may\n"
    "be under way; what is removed is said.\n"
    "CARPOOL_EXPORT: formats to write the run in as well, <format>:<file>,... (carpool export).\n"
    "Example:\n"
    "  carpool report --results build/Testing/Carpool\n";

struct ReportRequest {
  std::filesystem::path run;
  std::filesystem::path results = std::filesystem::path("Testing") / "Carpool";
  std::filesystem::path output;
  bool under_ctest = false;
};

ExitCode fail(const Error& error) {
  std::fprintf(stderr, "carpool report: %s\n", error.message.c_str());
  return ExitCode::kCannotRun;
}

Result<ChosenRun> choose_run(const ReportRequest& request) {
  if (!request.run.empty()) return run_in_directory(request.run);
  if (!request.under_ctest) return last_run_in(request.results);
  const std::filesystem::path results =
      std::filesystem::absolute(request.results).lexically_normal();
  auto directory = ctest_run_directory(results);
  if (!directory) return directory.error();
  return ChosenRun{.directory = std::move(directory->path), .results = results};
}

ExitCode report_run(const ReportRequest& request) {
  const auto run = choose_run(request);
  if (!run) return fail(run.error());
  if (request.under_ctest && !exists_as_directory(run->directory)) {
    // `ctest -E core_tests` leaves this entry in. An entry that could not record its run, or whose
    // record was gone when it ended, is red itself.
    std::printf(
        "carpool: nothing to report: there is no record of this ctest in %s (no test ran through "
        "Carpool, or something has removed it)\n",
        (run->results / "runs").c_str());
    return ExitCode::kGreen;
  }
  if (const auto keep = runs_to_keep(); !keep) return fail(keep.error());
  ClosedRecord closed;
  if (request.under_ctest) closed = close_record_of_own_broker(run->results).value_or(closed);
  const auto written = write_report(run->directory, run->results);
  if (!written) return fail(written.error());
  std::filesystem::path file = written->file;
  if (!request.output.empty()) {
    file = request.output;
    if (const auto copied = write_report_file(written->report, file); !copied)
      return fail(copied.error());
  }
  std::printf("%s  report: %s\n", summarise(written->report).c_str(), file.c_str());
  std::printf("%s", removal_in_words(written->removed_runs).c_str());
  std::printf("%s", closed.troubles.c_str());
  if (const auto exported = export_as_wished(run->directory); !exported) {
    return fail(exported.error());
  }
  if (closed.red) return ExitCode::kRed;
  // A journal that cannot be read is news to the entries that wrote it.
  return written->report.problems.empty() ? ExitCode::kGreen : ExitCode::kCannotRun;
}

}  // namespace

VerbAction add_report_verb(CLI::App& program) {
  CLI::App* const verb =
      program.add_subcommand("report", "Compute a run's report and print its summary");
  const auto request = std::make_shared<ReportRequest>();
  auto* const run =
      verb->add_option("--run", request->run, "the run's directory: <results>/runs/<id>");
  auto* const results =
      verb->add_option("--results", request->results,
                       "report the last run in this results directory (Testing/Carpool)");
  auto* const under_ctest = verb->add_flag("--under-ctest", request->under_ctest,
                                           "report the run of the ctest that this is an entry of");
  run->excludes(results);
  run->excludes(under_ctest);
  verb->add_option("-o,--output", request->output, "write the report to this file as well");
  verb->footer(kFooter);
  return [request] { return report_run(*request); };
}

}  // namespace carpool
