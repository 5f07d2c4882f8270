#include <cstdio>
#include <filesystem>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "command_line/verbs.h"
#include "dashboard/distinct_documents.h"
#include "dashboard/page.h"
#include "dashboard/page_template.h"
#include "dashboard/run_documents.h"
#include "discovery/runner_executable.h"
#include "journal/timestamp.h"

namespace carpool {
namespace {

constexpr char kFooter[] =
    "What it shows may be named by a run's folder (Testing/Carpool/runs/<id>), a results or build\n"
    "folder (its last run, the trend over its last runs, and its comparison), an archive of\n"
    "`carpool merge` (its last run and its trend), a report.json, a comparison.json, a trend or a\n"
    "Chrome trace, in any number. The page is one file that needs no server and no network.\n"
    "Exit codes: 0 the page was written; 3 what is to be shown cannot be read, the page's template "
    "is\n"
    "missing (Carpool was built without Node.js), or the page cannot be written.\n"
    "Examples:\n"
    "  carpool dashboard -o carpool.html build\n"
    "  carpool dashboard -o carpool.html build/Testing/Carpool/comparison.json report.json\n"
    "  carpool dashboard -o carpool.html all.ndjson\n";

struct DashboardRequest {
  std::vector<std::filesystem::path> given;
  std::filesystem::path results = std::filesystem::path("Testing") / "Carpool";
  std::filesystem::path page_template;
  std::filesystem::path output;
};

ExitCode fail(const Error& error) {
  std::fprintf(stderr, "carpool dashboard: %s\n", error.message.c_str());
  return ExitCode::kCannotRun;
}

Result<PageTemplate> wanted_template(const DashboardRequest& request) {
  if (!request.page_template.empty()) return read_page_template(request.page_template);
  const auto executable = runner_executable();
  if (!executable) return executable.error();
  const auto file = find_page_template(*executable);
  if (!file) return file.error();
  return read_page_template(*file);
}

Result<Page> gather(const DashboardRequest& request) {
  Page page;
  if (request.given.empty()) {
    auto documents = read_results(request.results);
    if (!documents) return documents.error();
    page.documents = std::move(*documents);
    return page;
  }
  for (const auto& given : request.given) {
    auto documents = read_documents(given);
    if (!documents) return documents.error();
    std::move(documents->begin(), documents->end(), std::back_inserter(page.documents));
  }
  keep_distinct_documents(page);
  return page;
}

ExitCode write_dashboard(const DashboardRequest& request) {
  const auto page_template = wanted_template(request);
  if (!page_template) return fail(page_template.error());
  const auto page = gather(request);
  if (!page) return fail(page.error());
  const auto written = write_page(*page_template, *page, rfc3339(unix_time_ns()), request.output);
  if (!written) return fail(written.error());
  std::printf("carpool: the dashboard is in %s: open it in a browser\n", request.output.c_str());
  return ExitCode::kGreen;
}

}  // namespace

VerbAction add_dashboard_verb(CLI::App& program) {
  CLI::App* const verb = program.add_subcommand(
      "dashboard", "Write a page that shows runs and comparisons in a browser");
  const auto request = std::make_shared<DashboardRequest>();
  auto* const given =
      verb->add_option("documents", request->given, "runs and comparisons; else --results");
  verb->add_option("--results", request->results,
                   "show the last run in this results directory (Testing/Carpool)")
      ->excludes(given);
  verb->add_option("-o,--output", request->output, "the page to write")->required();
  verb->add_option("--template", request->page_template,
                   "the page without data, where it is not beside this Carpool");
  verb->footer(kFooter);
  return [request] { return write_dashboard(*request); };
}

}  // namespace carpool
