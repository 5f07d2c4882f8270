#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "archive/archive_merge.h"
#include "base/counted.h"
#include "base/printable.h"
#include "command_line/verbs.h"
#include "journal/timestamp.h"

namespace carpool {
namespace {

constexpr std::chrono::minutes kPatience{5};  // with who else merges into the same archive

constexpr char kFooter[] =
    "Runs may be named by a build folder or its results folder (all runs in it), a run's folder, "
    "a\n"
    "report.json or an archive. The same run twice is kept once, and the order in which things "
    "are\n"
    "named makes no difference. A run that is still under way is left out, which is said. The "
    "archive\n"
    "may be one of those that are read: it grows by what is new. It is left as it is where a run "
    "in\n"
    "it cannot be read; who else merges into it at the same time waits. Of an archive with limits "
    "the\n"
    "oldest runs go, which is said; the last one stays.\n"
    "Exit codes: 0 it was written; 2 usage; 3 something cannot be read, two different reports "
    "claim\n"
    "to be of one run, or the archive cannot be written (nothing is written then; only a single "
    "run\n"
    "that cannot be read is left out); 4 what was named holds no run.\n"
    "Examples:\n"
    "  carpool merge -o all.ndjson build other-machine.ndjson\n"
    "  carpool merge -o all.ndjson --keep-days 90 --keep-megabytes 200 all.ndjson build\n";

struct MergeRequest {
  std::vector<std::filesystem::path> given;
  std::filesystem::path output;
  ArchiveLimits limits;
  std::int64_t megabytes = 0;
};

ExitCode fail(const Error& error, ExitCode code = ExitCode::kCannotRun) {
  std::fprintf(stderr, "carpool merge: %s\n", printable(error.message).c_str());
  return code;
}

void tell_what_goes(const GatheredRuns& gathered, const KeptRuns& kept) {
  if (kept.left_out.empty()) return;
  const SeenRun& first = gathered.catalogue.runs()[kept.left_out.front()].run;
  const SeenRun& last = gathered.catalogue.runs()[kept.left_out.back()].run;
  std::printf("carpool: %s left out, beyond what is kept: %s to %s\n",
              counted(kept.left_out.size(), "old run", "old runs").c_str(),
              on_one_line(first.id).c_str(), on_one_line(last.id).c_str());
}

ExitCode merge(const MergeRequest& request) {
  ArchiveLimits limits = request.limits;
  limits.bytes = request.megabytes * 1'000'000;
  const auto merged = merge_runs(request.given, request.output, limits, unix_time_ns(), kPatience);
  if (!merged) return fail(merged.error());
  const GatheredRuns& gathered = merged->gathered;
  for (const UnreadRun& run : gathered.unread) fail(Error{run.why});
  for (const auto& empty : gathered.empty) {
    fail(Error{"there is no run in " + empty.string() + ": run ctest first, or leave it out"});
  }
  if (!gathered.empty.empty()) return ExitCode::kNothingSelected;
  for (const std::string& growing : gathered.growing) {
    std::printf("carpool: %s is left out, as it may still be under way: merge again later\n",
                on_one_line(growing).c_str());
  }
  tell_what_goes(gathered, merged->kept);
  std::printf("carpool: %s in %s\n", counted(merged->kept.indices.size(), "run", "runs").c_str(),
              on_one_line(request.output.native()).c_str());
  return gathered.unread.empty() ? ExitCode::kGreen : ExitCode::kCannotRun;
}

}  // namespace

VerbAction add_merge_verb(CLI::App& program) {
  CLI::App* const verb =
      program.add_subcommand("merge", "Merge the runs of many folders and machines to an archive");
  const auto request = std::make_shared<MergeRequest>();
  verb->add_option("runs", request->given, "where runs are")->required();
  verb->add_option("-o,--output", request->output, "the archive to write")->required();
  verb->add_option("--keep-runs", request->limits.runs, "keep only the last so many runs")
      ->check(CLI::PositiveNumber);
  verb->add_option("--keep-days", request->limits.days, "keep only runs of the last so many days")
      ->check(CLI::PositiveNumber);
  verb->add_option("--keep-megabytes", request->megabytes,
                   "keep only as many of the last runs as fit into so many MB")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}));
  verb->footer(kFooter);
  return [request] { return merge(*request); };
}

}  // namespace carpool
