#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/printable.h"
#include "base/unfinished_file.h"
#include "command_line/verbs.h"
#include "trend/trend.h"
#include "trend/trend_json.h"
#include "trend/trend_table.h"

namespace carpool {
namespace {

constexpr std::size_t kMostRows = 40;

constexpr char kFooter[] =
    "Runs may be named by a build folder or its results folder (all runs in it), a run's folder, "
    "a\n"
    "report.json or an archive of `carpool merge`, in any number; a run that is there twice "
    "counts\n"
    "once. Runs of one host (name, system, cores) are compared with each other and no others.\n"
    "Exit codes: 0 it was told, whatever was found; 2 usage; 3 something cannot be read, or the "
    "output\n"
    "not be written (runs that can be read are shown all the same); 4 what was named holds no "
    "run.\n"
    "Examples:\n"
    "  carpool history build\n"
    "  carpool history all.ndjson build --methods\n"
    "  carpool history build --json -o trend.json\n";

struct HistoryRequest {
  std::vector<std::filesystem::path> given;
  std::filesystem::path results = std::filesystem::path("Testing") / "Carpool";
  std::filesystem::path output;
  bool json = false;
  bool with_methods = false;
  bool all_rows = false;
  TrendChoice choice;
};

ExitCode fail(const Error& error, ExitCode code = ExitCode::kCannotRun) {
  std::fprintf(stderr, "carpool history: %s\n", printable(error.message).c_str());
  return code;
}

Result<void> write_trend(const HistoryRequest& request, const Trend& trend) {
  if (request.output.empty() || request.output == "-") {
    if (request.json) {
      encode_trend(trend, true, [](std::string_view bytes) {
        std::fwrite(bytes.data(), 1, bytes.size(), stdout);
      });
    } else {
      const std::string text =
          trend_table(trend, request.with_methods, request.all_rows ? 0 : kMostRows);
      std::fwrite(text.data(), 1, text.size(), stdout);
    }
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      return Error{"cannot write to the standard output"};
    }
    return {};
  }
  UnfinishedFile file(request.output);
  encode_trend(trend, true, [&](std::string_view bytes) { file.write(bytes); });
  return file.publish();
}

ExitCode tell_history(HistoryRequest request) {
  if (request.given.empty()) request.given.push_back(request.results);
  const auto gathered = gather_trend(request.given, request.choice);
  if (!gathered) return fail(gathered.error());
  const Trend& trend = gathered->trend;
  for (const std::string& problem : trend.problems) fail(Error{problem});
  for (const auto& empty : gathered->empty) {
    fail(Error{"there is no run in " + empty.string() +
               ": run ctest first, or name a build folder, a run or an archive"});
  }
  if (!gathered->empty.empty()) return ExitCode::kNothingSelected;
  if (trend.series.runs.empty()) {
    return trend.problems.empty()
               ? fail(Error{"there is no run in what was named"}, ExitCode::kNothingSelected)
               : ExitCode::kCannotRun;
  }
  if (const auto written = write_trend(request, trend); !written) return fail(written.error());
  return trend.problems.empty() ? ExitCode::kGreen : ExitCode::kCannotRun;
}

}  // namespace

VerbAction add_history_verb(CLI::App& program) {
  CLI::App* const verb = program.add_subcommand(
      "history", "Tell what became slow, flaky or order-dependent over many runs");
  const auto request = std::make_shared<HistoryRequest>();
  auto* const given = verb->add_option("runs", request->given, "where runs are; else --results");
  verb->add_option("--results", request->results,
                   "the runs of this results directory (Testing/Carpool)")
      ->excludes(given);
  verb->add_flag("--methods", request->with_methods, "a row for each method too");
  verb->add_flag("--all", request->all_rows, "all rows, not the longest 40");
  verb->add_option("--last", request->choice.last_runs, "only the last so many runs")
      ->check(CLI::PositiveNumber);
  verb->add_option("--level", request->choice.settings.level,
                   "of the tests, between 0 and 1 (0.05): fewer false findings, or more true ones")
      ->check(CLI::Range(0.0, 1.0));
  verb->add_flag("--pool-hosts", request->choice.pool_hosts,
                 "compare runs of hosts of any name with the same system and cores: containers get "
                 "a new name each time");
  verb->add_flag("--json", request->json, "write JSON (carpool/trend/v1), not a table");
  verb->add_option("-o,--output", request->output, "write the JSON to this file");
  verb->footer(kFooter);
  return [request] { return tell_history(*request); };
}

}  // namespace carpool
