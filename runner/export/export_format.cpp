#include "export/export_format.h"

#include <algorithm>
#include <array>

#include "export/bencher.h"
#include "export/chrome_trace.h"
#include "export/ctrf.h"
#include "export/github_benchmark.h"
#include "export/google_benchmark.h"
#include "export/junit.h"
#include "export/markdown.h"

namespace carpool {
namespace {

constexpr std::array kFormats{
    ExportFormat{.name = "junit",
                 .what = "JUnit XML as Jenkins, GitLab and others read it, with every attempt",
                 .file = "junit.xml",
                 .from_report = export_junit},
    ExportFormat{.name = "ctrf",
                 .what = "Common Test Report Format, JSON",
                 .file = "ctrf-report.json",
                 .from_report = export_ctrf},
    ExportFormat{.name = "chrome-trace",
                 .what = "a timeline of workers and ranks, for Perfetto and chrome://tracing",
                 .file = "trace.json",
                 .from_timeline = export_chrome_trace},
    ExportFormat{.name = "markdown",
                 .what = "a summary for people, of a run or a comparison, for a CI job's page",
                 .file = "summary.md",
                 .from_report = export_markdown,
                 .from_comparison = export_markdown},
    ExportFormat{
        .name = "github-benchmark",
        .what = "github-action-benchmark's customSmallerIsBetter, of a run or a comparison",
        .file = "benchmark.json",
        .from_report = export_github_benchmark,
        .from_comparison = export_github_benchmark},
    ExportFormat{.name = "google-benchmark",
                 .what = "Google Benchmark's JSON, of a run or a comparison's raw repetitions",
                 .file = "google.json",
                 .from_report = export_google_benchmark,
                 .from_comparison = export_google_benchmark},
    ExportFormat{.name = "bencher",
                 .what = "Bencher Metric Format, of a run or a comparison",
                 .file = "bencher.json",
                 .from_report = export_bencher,
                 .from_comparison = export_bencher},
};

}  // namespace

std::span<const ExportFormat> export_formats() { return kFormats; }

const ExportFormat* find_export_format(std::string_view name) {
  const auto found = std::ranges::find(kFormats, name, &ExportFormat::name);
  return found == kFormats.end() ? nullptr : &*found;
}

}  // namespace carpool
