#include "archive/archive.h"

#include <algorithm>

#include "archive/compact_json.h"
#include "archive/report_place.h"
#include "base/unfinished_file.h"
#include "journal/json_writer.h"

namespace carpool {
namespace {

constexpr std::int64_t kDay_ns = 86'400'000'000'000;

std::string header_line(std::size_t runs) {
  std::string line;
  JsonWriter json(line);
  json.begin_object();
  json.key("schema").string(kArchiveSchema);
  json.key("runs").integer(static_cast<std::int64_t>(runs));
  json.end_object();
  return line + "\n";
}

}  // namespace

KeptRuns runs_within(const RunCatalogue& catalogue, const ArchiveLimits& limits,
                     std::int64_t now_ns) {
  const std::vector<std::size_t> order = catalogue.in_order();
  const std::int64_t oldest_ns =
      limits.days == 0 ? INT64_MIN : now_ns - std::min(limits.days, now_ns / kDay_ns) * kDay_ns;
  KeptRuns kept;
  std::uint64_t bytes = 0;
  bool is_full = false;
  for (auto index = order.rbegin(); index != order.rend(); ++index) {
    const CataloguedRun& run = catalogue.runs()[*index];
    const bool is_last = index == order.rbegin();
    bytes += run.bytes + 1;
    is_full = is_full || (limits.runs > 0 && std::ssize(kept.indices) >= limits.runs) ||
              (limits.bytes > 0 && bytes > static_cast<std::uint64_t>(limits.bytes)) ||
              run.run.started_at_ns < oldest_ns;
    (is_last || !is_full ? kept.indices : kept.left_out).push_back(*index);
  }
  std::reverse(kept.indices.begin(), kept.indices.end());
  std::reverse(kept.left_out.begin(), kept.left_out.end());
  return kept;
}

Result<void> write_archive(const RunCatalogue& catalogue, const std::vector<std::size_t>& indices,
                           const std::filesystem::path& file) {
  UnfinishedFile archive(file);
  archive.write(header_line(indices.size()));
  for (const std::size_t index : indices) {
    const CataloguedRun& run = catalogue.runs()[index];
    const auto text = report_text(run.place);
    if (!text) return text.error().within(run.place.in_words());
    const std::string compact = compact_json(*text);
    if (report_digest(compact) != run.digest) {
      return Error{run.place.in_words() + " has changed while it was read: merge again"};
    }
    archive.write(compact);
    archive.write("\n");
  }
  return archive.publish();
}

}  // namespace carpool
