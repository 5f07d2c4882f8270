#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>

#include "base/regular_file.h"
#include "journal/journal.h"
#include "journal/record_decoding.h"

namespace carpool {

Result<void> visit_journal(const std::filesystem::path& file,
                           const std::function<void(JournalEntry)>& visit) {
  if (const auto regular = expect_regular_file(file); !regular) return regular.error();
  std::ifstream input(file, std::ios::binary);
  if (!input) return Error{"cannot read " + file.string() + ": " + std::strerror(errno)};
  std::string line;
  for (int number = 1; std::getline(input, line); ++number) {
    if (input.eof()) break;  // no LF: the runner was killed while it wrote this line
    auto entry = decode_record_line(line);
    const bool begins = entry && std::holds_alternative<RunStarted>(entry->record);
    if (entry && number == 1 && !begins) entry = Error{"a journal begins with run_started"};
    if (!entry) return entry.error().within(file.string() + ":" + std::to_string(number));
    visit(std::move(*entry));
  }
  if (input.bad()) return Error{"cannot read " + file.string() + ": " + std::strerror(errno)};
  return {};
}

Result<std::vector<JournalEntry>> read_journal(const std::filesystem::path& file) {
  std::vector<JournalEntry> entries;
  const auto visited =
      visit_journal(file, [&](JournalEntry entry) { entries.push_back(std::move(entry)); });
  if (!visited) return visited.error();
  return entries;
}

Result<std::vector<std::filesystem::path>> journal_files(
    const std::filesystem::path& run_directory) {
  std::vector<std::filesystem::path> files;
  std::error_code problem;
  std::filesystem::directory_iterator entry(run_directory, problem);
  const std::filesystem::directory_iterator end;
  for (; !problem && entry != end; entry.increment(problem)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with("journal") && name.ends_with(".ndjson")) files.push_back(entry->path());
  }
  if (problem) return Error{"cannot read " + run_directory.string() + ": " + problem.message()};
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace carpool
