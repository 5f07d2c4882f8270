#include "journal/retention.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <regex>
#include <system_error>

#include "journal/append_file_posix.h"
#include "journal/journal.h"
#include "journal/process_origin_posix.h"
#include "journal/run_directory.h"
#include "journal/timestamp.h"

namespace carpool {
namespace {

constexpr std::int64_t kDay_ns = 86'400'000'000'000;
constexpr std::int64_t kMegabyte = 1'000'000;
constexpr std::chrono::minutes kSettlingTime{10};
constexpr const char* kBeingRemoved = ".removed-";  // begins what a run is called while it goes

struct RunName {
  std::string started_at;  // compact timestamp
  std::int64_t process_id = 0;
};

std::optional<RunName> parse_run_name(const std::string& name) {
  static const std::regex kPattern(R"((\d{8}T\d{6}(?:\.\d\d)?Z)-(\d{1,18})(-\d+)?)");
  std::smatch match;
  if (!std::regex_match(name, match, kPattern)) return std::nullopt;
  return RunName{.started_at = match[1], .process_id = std::stoll(match[2])};
}

bool changed_lately(const std::filesystem::path& path) {
  std::error_code problem;
  const auto changed_at = std::filesystem::last_write_time(path, problem);
  return problem || std::filesystem::file_time_type::clock::now() - changed_at < kSettlingTime;
}

Result<std::int64_t> number_in_environment(const char* name, const char* of_what,
                                           std::int64_t otherwise) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return otherwise;
  const std::string text = value;
  int number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || end != text.data() + text.size() || number < 0) {
    return Error{std::string(name) + " is \"" + text + "\": give a number of " + of_what +
                 ", or 0 to keep all"};
  }
  return number;
}

std::int64_t bytes_in(const std::filesystem::path& run) {
  std::error_code problem;
  std::int64_t bytes = 0;
  std::filesystem::recursive_directory_iterator entry(run, problem);
  for (; !problem && entry != std::filesystem::recursive_directory_iterator();
       entry.increment(problem)) {
    std::error_code unknown;
    const auto size = entry->is_regular_file(unknown) ? entry->file_size(unknown) : 0;
    if (!unknown) bytes += static_cast<std::int64_t>(size);
  }
  return bytes;
}

// What a runner that was killed while it removed runs has left of them.
void remove_what_is_left(const std::filesystem::path& results, const RemoveFolder& remove) {
  std::vector<std::filesystem::path> left;
  std::error_code problem;
  std::filesystem::directory_iterator entry(results / "runs", problem);
  for (; !problem && entry != std::filesystem::directory_iterator(); entry.increment(problem)) {
    if (entry->path().filename().string().starts_with(kBeingRemoved)) left.push_back(entry->path());
  }
  for (const auto& folder : left) (void)remove(folder);  // else next time
}

// What is kept, less and less of it. Sizes are looked up only where they count.
class Kept {
 public:
  Kept(const std::vector<std::filesystem::path>& runs, const RunLimits& limits, std::int64_t now_ns)
      : limits_(limits), runs_(std::ssize(runs)) {
    // Names begin with the time, so that text compares as times do.
    const std::int64_t days = std::min(limits.days, now_ns / kDay_ns);
    if (days > 0) oldest_ = compact_timestamp(now_ns - days * kDay_ns);
    if (limits.megabytes == 0) return;
    for (const auto& run : runs) bytes_ += bytes_in(run);
  }

  bool is_too_much_with(const std::filesystem::path& run) const {
    return (limits_.runs > 0 && runs_ > limits_.runs) || run.filename().string() < oldest_ ||
           (limits_.megabytes > 0 && bytes_ > limits_.megabytes * kMegabyte);
  }

  void leave_out(std::int64_t bytes) {
    --runs_;
    bytes_ -= bytes;
  }

 private:
  RunLimits limits_;
  std::ptrdiff_t runs_;
  std::int64_t bytes_ = 0;
  std::string oldest_;
};

}  // namespace

Result<RunLimits> runs_to_keep() {
  const RunLimits usual;
  const auto runs = number_in_environment("CARPOOL_KEEP_RUNS", "runs", usual.runs);
  if (!runs) return runs.error();
  const auto days = number_in_environment("CARPOOL_KEEP_DAYS", "days", usual.days);
  if (!days) return days.error();
  const auto megabytes = number_in_environment("CARPOOL_KEEP_MEGABYTES", "MB", usual.megabytes);
  if (!megabytes) return megabytes.error();
  return RunLimits{.runs = *runs, .days = *days, .megabytes = *megabytes};
}

std::vector<std::filesystem::path> runs_in(const std::filesystem::path& results) {
  std::vector<std::filesystem::path> runs;
  std::error_code problem;
  std::filesystem::directory_iterator entry(results / "runs", problem);
  for (; !problem && entry != std::filesystem::directory_iterator(); entry.increment(problem)) {
    std::error_code ignored;
    const bool is_run = parse_run_name(entry->path().filename().string()).has_value() &&
                        entry->is_directory(ignored) && !entry->is_symlink(ignored);
    if (is_run) runs.push_back(entry->path());
  }
  std::sort(runs.begin(), runs.end());  // names begin with the time
  return runs;
}

bool run_process_lives(const std::filesystem::path& run_directory) {
  const auto name = parse_run_name(run_directory.filename().string());
  if (!name) return false;
  const auto origin = process_origin(name->process_id);
  if (!origin) return false;
  const std::string recorded = process_of_run(run_directory);
  if (!recorded.empty()) return recorded == origin->identity;
  return compact_timestamp(origin->started_at_ns) == name->started_at;
}

bool may_be_active(const std::filesystem::path& run_directory) {
  if (run_process_lives(run_directory) || changed_lately(run_directory)) return true;
  const auto journals = journal_files(run_directory);
  if (!journals) return true;
  return std::any_of(journals->begin(), journals->end(), [](const auto& journal) {
    return changed_lately(journal) || is_being_appended_to(journal);
  });
}

std::error_code remove_folder(const std::filesystem::path& folder) {
  std::error_code problem;
  std::filesystem::remove_all(folder, problem);
  return problem;
}

std::vector<std::string> remove_old_runs(const std::filesystem::path& results,
                                         const std::string& current_run, const RunLimits& limits,
                                         std::int64_t now_ns, const RemoveFolder& remove) {
  remove_what_is_left(results, remove);
  std::vector<std::string> removed;
  const auto runs = runs_in(results);
  Kept kept(runs, limits, now_ns);
  for (const auto& run : runs) {
    const std::string id = run.filename().string();
    if (id >= current_run || !kept.is_too_much_with(run)) break;
    if (may_be_active(run)) continue;
    const std::int64_t bytes = limits.megabytes == 0 ? 0 : bytes_in(run);
    const std::filesystem::path nameless = run.parent_path() / (kBeingRemoved + id);
    std::error_code problem;
    std::filesystem::rename(run, nameless, problem);
    if (problem) continue;
    (void)remove(nameless);  // what is left of it goes next time
    kept.leave_out(bytes);
    removed.push_back(id);
  }
  return removed;
}

std::string removal_in_words(const std::vector<std::string>& removed) {
  if (removed.empty()) return "";
  const std::string which = removed.size() == 1 ? "1 old run, " + removed.front()
                                                : std::to_string(removed.size()) + " old runs, " +
                                                      removed.front() + " to " + removed.back();
  return "  removed " + which +
         " (CARPOOL_KEEP_RUNS, CARPOOL_KEEP_DAYS, CARPOOL_KEEP_MEGABYTES; `carpool merge` keeps "
         "them)\n";
}

}  // namespace carpool
