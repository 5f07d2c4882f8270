#include "dashboard/run_documents.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include "archive/named_folder.h"
#include "archive/report_place.h"
#include "archive/seen_run.h"
#include "dashboard/document_file.h"
#include "export/chrome_trace.h"
#include "journal/retention.h"
#include "report/report_building.h"
#include "report/report_encoding.h"
#include "report/timeline.h"
#include "trend/trend.h"
#include "trend/trend_json.h"

namespace carpool {
namespace {

namespace fs = std::filesystem;

constexpr const char* kReportFile = "report.json";
constexpr const char* kComparisonFile = "comparison.json";
constexpr std::size_t kMostTrendRuns = 50;
constexpr std::uint64_t kMostTrendBytes = 256u << 20;  // a few seconds

bool is_folder(const fs::path& path) {
  std::error_code ignored;  // what cannot be looked at is none
  return fs::is_directory(path, ignored);
}

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

PageDocument report_document(Report report) {
  const auto shared = std::make_shared<const Report>(std::move(report));
  return {.kind = DocumentKind::kReport,
          .name = shared->run.id,
          .write = [shared](const TextSink& sink) -> Result<void> {
            encode_report(*shared, sink);
            return {};
          }};
}

PageDocument timeline_document(Timeline timeline) {
  const auto shared = std::make_shared<const Timeline>(std::move(timeline));
  return {.kind = DocumentKind::kTimeline,
          .name = shared->run_id,
          .write = [shared](const TextSink& sink) -> Result<void> {
            export_chrome_trace(*shared, sink);
            return {};
          }};
}

PageDocument trend_document(Trend trend, const fs::path& origin) {
  const auto shared = std::make_shared<const Trend>(std::move(trend));
  return {.kind = DocumentKind::kTrend,
          .name = origin.string(),
          .origin = origin,
          .write = [shared](const TextSink& sink) -> Result<void> {
            encode_trend(*shared, false, sink);
            return {};
          }};
}

// Where the report of the run with this id is, the last such place.
Result<ReportPlace> place_of_run(const std::vector<ReportPlace>& places, const std::string& id) {
  for (auto place = places.rbegin(); place != places.rend(); ++place) {
    const auto text = report_text(*place);
    const auto run = text ? read_seen_run(*text, [](SeenClass) {}) : Result<SeenRun>(text.error());
    if (run && run->id == id) return *place;
  }
  return Error{"the run " + id + " has gone while it was read"};
}

// The last run of an archive that can be read, and the trend over all of it, which names those that
// cannot.
Result<std::vector<PageDocument>> read_archive(const fs::path& file) {
  auto gathered = gather_trend({file}, {});
  if (!gathered) return gathered.error();
  const auto places = report_places(file);
  if (!places) return places.error();
  if (places->empty()) return Error{file.string() + " is an archive without runs"};
  const auto& runs = gathered->trend.series.runs;
  if (runs.empty()) return Error{file.string() + " holds no run that can be read"};
  const std::string last = runs.back().run.id;
  auto last_place = place_of_run(*places, last);
  if (!last_place) return last_place.error();
  std::vector<PageDocument> documents;
  documents.push_back(
      {.kind = DocumentKind::kReport,
       .name = last,
       .origin = file,
       .write = [place = std::move(*last_place)](const TextSink& sink) -> Result<void> {
         const auto text = report_text(place);
         if (!text) return text.error().within(place.in_words());
         sink(*text);
         return {};
       }});
  documents.push_back(trend_document(std::move(gathered->trend), file));
  return documents;
}

// The last of the runs as far as a page may take time to read them; nothing where one run is all.
Result<std::vector<PageDocument>> trend_of(const std::vector<fs::path>& runs,
                                           const fs::path& results) {
  std::vector<fs::path> read;
  std::uint64_t bytes = 0;
  for (auto run = runs.rbegin(); run != runs.rend() && read.size() < kMostTrendRuns; ++run) {
    bytes += bytes_to_read({.path = *run});
    if (bytes > kMostTrendBytes) break;
    read.push_back(*run);
  }
  std::vector<PageDocument> documents;
  if (read.size() < 2) return documents;
  auto gathered = gather_trend(read, {});
  if (!gathered) return gathered.error();
  documents.push_back(trend_document(std::move(gathered->trend), results));
  return documents;
}

Result<std::vector<PageDocument>> read_file(const fs::path& file) {
  if (is_archive(file)) return read_archive(file);
  auto document = read_document_file(file);
  if (!document) return document.error();
  std::vector<PageDocument> documents;
  documents.push_back(std::move(*document));
  return documents;
}

}  // namespace

Result<std::vector<PageDocument>> read_run(const fs::path& run_directory) {
  if (!holds_journals(run_directory)) {
    if (is_there(run_directory / kReportFile)) return read_file(run_directory / kReportFile);
    return Error{run_directory.string() +
                 " holds neither a journal nor a report.json, so nothing of that run is left: name "
                 "another run, or remove the folder"};
  }
  auto report = build_report(run_directory);
  if (!report) return report.error();
  std::vector<PageDocument> documents;
  documents.push_back(report_document(std::move(*report)));
  auto timeline = build_timeline(run_directory);
  if (!timeline) return timeline.error();
  documents.push_back(timeline_document(std::move(*timeline)));
  return documents;
}

Result<std::vector<PageDocument>> read_results(const fs::path& results) {
  const auto runs = runs_in(results);
  if (runs.empty()) {
    return Error{"there is no run in " + (results / "runs").string() +
                 ": run ctest first, or name a build folder, a run or a comparison.json"};
  }
  auto documents = read_run(runs.back());
  if (!documents) return documents;
  const auto append = [&](std::vector<PageDocument> more) {
    std::move(more.begin(), more.end(), std::back_inserter(*documents));
  };
  auto trend = trend_of(runs, results);
  if (!trend) return trend;
  append(std::move(*trend));
  if (!is_there(results / kComparisonFile)) return documents;
  auto comparison = read_file(results / kComparisonFile);
  if (!comparison) return comparison;
  append(std::move(*comparison));
  return documents;
}

Result<std::vector<PageDocument>> read_documents(const fs::path& given) {
  if (!is_folder(given)) return read_file(given);
  const NamedFolder named = named_folder(given);
  if (named.kind == NamedFolder::Kind::kRun) return read_run(named.path);
  if (named.kind == NamedFolder::Kind::kResults) return read_results(named.path);
  return Error{given.string() +
               " holds no run: give a run's folder (Testing/Carpool/runs/<id>), a results folder "
               "(Testing/Carpool) or a build folder in which ctest has run"};
}

}  // namespace carpool
