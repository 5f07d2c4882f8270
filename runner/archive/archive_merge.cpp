#include "archive/archive_merge.h"

#include <string>
#include <system_error>
#include <utility>

#include "base/counted.h"
#include "base/regular_file.h"
#include "journal/file_lock_posix.h"

namespace carpool {
namespace {

namespace fs = std::filesystem;

// The same for all names of one archive.
fs::path lock_file_of(const fs::path& output) {
  std::error_code problem;
  fs::path place = fs::weakly_canonical(fs::absolute(output), problem);
  if (problem) place = fs::absolute(output);
  return place.parent_path() / ("." + place.filename().string() + ".lock");
}

bool is_same_file(const fs::path& one, const fs::path& other) {
  std::error_code ignored;  // what is not there is not the same
  return fs::equivalent(one, other, ignored);
}

// What is lost where the archive is written over.
Result<void> expect_nothing_lost(const GatheredRuns& gathered, const fs::path& output) {
  std::size_t lost = 0;
  std::string why;
  for (const UnreadRun& run : gathered.unread) {
    if (!is_same_file(run.place.path, output)) continue;
    if (lost++ == 0) why = run.why;
  }
  if (lost == 0) return {};
  return Error{output.string() + " is left as it is, since " + counted(lost, "run", "runs") +
               " in it cannot be read and would be lost: " + why +
               "; take the Carpool that wrote it, or a newer one, or name another archive by -o"};
}

}  // namespace

Result<MergedRuns> merge_runs(const std::vector<fs::path>& given, const fs::path& output,
                              const ArchiveLimits& limits, std::int64_t now_ns,
                              std::chrono::milliseconds patience) {
  if (!expect_regular_file(output)) {  // before a lock is put beside it
    return Error{"cannot write " + output.string() + ": it is there and is not a regular file"};
  }
  // From reading to writing: who reads in between would write what was there before.
  const auto lock =
      FileLock::acquire(lock_file_of(output), patience, FileLock::File::kGoesWithTheLock);
  if (!lock) return lock.error().within("cannot merge into " + output.string());
  auto gathered = gather_runs(given, {.leave_out_growing = true});
  if (!gathered) return gathered.error();
  MergedRuns merged{.gathered = std::move(*gathered)};
  if (const auto none = expect_nothing_lost(merged.gathered, output); !none) return none.error();
  if (!merged.gathered.empty.empty()) return merged;
  merged.kept = runs_within(merged.gathered.catalogue, limits, now_ns);
  const auto written = write_archive(merged.gathered.catalogue, merged.kept.indices, output);
  if (!written) return written.error();
  return merged;
}

}  // namespace carpool
