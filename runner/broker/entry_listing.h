#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>

#include "broker/ctest_command.h"
#include "broker/entry_book.h"
#include "exec/wire.h"
#include "process/file_descriptor.h"
#include "process/spawn.h"

namespace carpool {

// Asks a second ctest for the entries that a running one has, with all properties, whoever has set
// them. It is started in a folder of its own, since any ctest writes its log anew where it runs. It
// is killed and the folder removed with its owner, which is the thread that began.
class EntryListing {
 public:
  // `results`: where the folder is made. Null where it cannot be asked.
  static std::unique_ptr<EntryListing> begin(const exec::CtestProcess& ctest,
                                             const std::filesystem::path& results);
  EntryListing(const EntryListing&) = delete;
  EntryListing& operator=(const EntryListing&) = delete;
  ~EntryListing();

  // Readable for poll() once it has ended.
  int descriptor() const { return process_.end_descriptor(); }
  bool has_ended() { return process_.end().has_value(); }
  bool is_late() const { return std::chrono::steady_clock::now() >= deadline_; }
  // --timeout of the running ctest.
  std::optional<std::chrono::milliseconds> default_limit() const { return default_limit_; }

  // Whether that is all that its command line may say of limits.
  bool knows_default_limit() const { return selection_known_; }

  // What it has said; null where that is no list of entries, or not yet.
  std::unique_ptr<const EntryBook> book();

 private:
  EntryListing(std::filesystem::path folder, FileDescriptor lock, ChildProcess process,
               const CtestCommand& command);

  const std::filesystem::path folder_;
  const FileDescriptor lock_;  // of the folder, by which others know that it is not left behind
  ChildProcess process_;
  const std::chrono::steady_clock::time_point deadline_;
  const std::optional<std::chrono::milliseconds> default_limit_;
  const bool selection_known_;
  const bool report_is_sure_;
};

// Whether the process is CTest itself, and not something that goes by a name like it.
bool is_ctest_itself(const exec::CtestProcess& ctest);

}  // namespace carpool
