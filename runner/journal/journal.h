#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "base/result.h"
#include "journal/record.h"

namespace carpool {

// The append-only record of one runner's work: one NDJSON line per Record. One thread owns it.
// Lines reach the file only whole, in the order of append(). Once a write has failed, every later
// flush() repeats the error, so a full disk is never taken for a complete journal; what follows is
// kept out of the file rather than leaving a hole in it.
class Journal {
 public:
  // Creates `<directory>/journal-<name>.ndjson` (a number is put behind a name that is taken) and
  // its parent directories.
  static Result<Journal> create(const std::filesystem::path& directory, const std::string& name);

  Journal(Journal&&) noexcept;
  Journal& operator=(Journal&&) noexcept;
  ~Journal();

  // Formats the record into memory. `t_ns`: since the journal began.
  void append(const Record& record, std::int64_t t_ns);

  // Hands everything appended so far to the operating system in as few writes as possible.
  Result<void> flush();

  // An error where the file has been removed or replaced meanwhile: nobody will find this journal.
  Result<void> check_in_place() const;

  const std::filesystem::path& file() const;

 private:
  class File;
  explicit Journal(std::unique_ptr<File> file);
  std::unique_ptr<File> file_;
};

// One line, read back.
struct JournalEntry {
  std::int64_t t_ns = 0;
  Record record;
};

// Reads all lines of one journal file. A last line without its LF is left out (the runner was
// killed while writing); any other broken line is an error that names file and line. A journal of
// another version is an error that says so.
Result<std::vector<JournalEntry>> read_journal(const std::filesystem::path& file);

// The same line by line, for journals that need not be held in memory as a whole.
Result<void> visit_journal(const std::filesystem::path& file,
                           const std::function<void(JournalEntry)>& visit);

// All `journal*.ndjson` of a run directory, sorted by name.
Result<std::vector<std::filesystem::path>> journal_files(
    const std::filesystem::path& run_directory);

}  // namespace carpool
