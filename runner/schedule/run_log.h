#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "journal/journal.h"
#include "schedule/record_queue.h"
#include "schedule/screen.h"

namespace carpool {

// What a run came to, for its exit code.
struct RunTally {
  std::uint64_t methods_run = 0;  // terminal records but `disabled`
  std::uint64_t methods_skipped = 0;
  std::uint64_t methods_red = 0;
  std::uint64_t classes_red = 0;
  std::uint64_t classes_not_started = 0;  // startup_failed
  std::vector<std::string> red_methods;   // `Suite.Name`, to run again
  std::uint64_t workers_started = 0;
  std::string first_trouble;  // of a class, in words
  bool interrupted = false;
  std::optional<std::string> journal_error;

  bool red() const { return methods_red > 0 || classes_red > 0 || journal_error.has_value(); }
  // Not a single worker could be started: the executable is at fault, not a test.
  bool nothing_started() const {
    return workers_started == 0 && classes_not_started > 0 && !interrupted;
  }
  bool all_skipped() const { return methods_run > 0 && methods_skipped == methods_run; }
};

// The single owner of a run's results: takes records from the queue, writes them to the journal,
// and only then shows them and hands them on to whoever reads the journal as it grows. A journal
// that cannot be written never stops the tests.
class RunLog {
 public:
  using Reader = std::function<void(JournalEntry)>;

  // All outlive the log; `journal` may be null where none could be opened, `reader` where there is
  // none.
  RunLog(Journal* journal, Screen& screen, Reader reader = {})
      : journal_(journal), screen_(screen), reader_(std::move(reader)) {}

  // Returns once the queue is closed and empty.
  void follow(RecordQueue& queue);

  // The last record: appended and flushed here, since no session is left to put it.
  void finish(const RunFinished& record, std::int64_t t_ns);

  const RunTally& tally() const { return tally_; }

 private:
  void count(const Record& record);
  void flush();
  void show(Record record, std::int64_t t_ns);

  Journal* journal_;
  Screen& screen_;
  const Reader reader_;
  RunTally tally_;
};

}  // namespace carpool
