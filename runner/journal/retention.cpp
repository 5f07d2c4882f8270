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

constexpr int kRunsToKeep = 20;
constexpr std::chrono::minutes kSettlingTime{10};

struct RunName {
  std::string started_at;  // compact timestamp
  std::int64_t process_id = 0;
};

std::optional<RunName> parse_run_name(const std::string& name) {
  static const std::regex kPattern(R"((\d{8}T\d{6}Z)-(\d{1,18})(-\d+)?)");
  std::smatch match;
  if (!std::regex_match(name, match, kPattern)) return std::nullopt;
  return RunName{.started_at = match[1], .process_id = std::stoll(match[2])};
}

bool process_lives(const std::filesystem::path& run_directory) {
  const auto name = parse_run_name(run_directory.filename().string());
  if (!name) return false;
  const auto origin = process_origin(name->process_id);
  if (!origin) return false;
  const std::string recorded = process_of_run(run_directory);
  if (!recorded.empty()) return recorded == origin->identity;
  return compact_timestamp(origin->started_at_ns) == name->started_at;
}

bool changed_lately(const std::filesystem::path& path) {
  std::error_code problem;
  const auto changed_at = std::filesystem::last_write_time(path, problem);
  return problem || std::filesystem::file_time_type::clock::now() - changed_at < kSettlingTime;
}

}  // namespace

Result<int> runs_to_keep() {
  const char* value = std::getenv("CARPOOL_KEEP_RUNS");
  if (value == nullptr || *value == '\0') return kRunsToKeep;
  const std::string text = value;
  int number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || end != text.data() + text.size() || number < 0) {
    return Error{"CARPOOL_KEEP_RUNS is \"" + text + "\": give a number of runs, or 0 to keep all"};
  }
  return number;
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

bool may_be_active(const std::filesystem::path& run_directory) {
  if (process_lives(run_directory) || changed_lately(run_directory)) return true;
  const auto journals = journal_files(run_directory);
  if (!journals) return true;
  return std::any_of(journals->begin(), journals->end(), [](const auto& journal) {
    return changed_lately(journal) || is_being_appended_to(journal);
  });
}

void remove_old_runs(const std::filesystem::path& results, const std::string& current_run,
                     int keep) {
  if (keep <= 0) return;
  const auto runs = runs_in(results);
  auto left = static_cast<std::ptrdiff_t>(runs.size());
  for (const auto& run : runs) {
    if (left <= keep || run.filename().string() >= current_run) return;
    if (may_be_active(run)) continue;
    std::error_code problem;
    std::filesystem::remove_all(run, problem);
    if (!problem) --left;
  }
}

}  // namespace carpool
