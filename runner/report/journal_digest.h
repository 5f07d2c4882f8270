#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "journal/journal.h"
#include "journal/record.h"
#include "report/class_ledger.h"
#include "report/excerpt.h"

namespace carpool {

// What one journal says, its classes' accounts closed.
struct JournalDigest {
  RunStarted begin;
  std::int64_t began_at_ns = 0;  // since the Unix epoch
  std::int64_t wall_ns = 0;      // to its last line, or as its last line says
  bool interrupted = false;      // also where the last line is missing
  bool has_lines = false;
  std::string problem;  // what kept it from being read to its end, in words; empty for nothing
  std::vector<ClassLedger> classes;
  int highest_worker = 0;  // as numbered in the report
};

// Sorts one journal's records, in the journal's order, into the accounts of its classes.
class JournalDigester {
 public:
  // Workers get numbers above `workers_before`, so that two journals' workers are never mixed up.
  // `allowance` outlives the digester.
  JournalDigester(int workers_before, TextAllowance& allowance);

  void take(JournalEntry entry);

  // Closes the accounts. `problem`: what keeps the journal from being whole; empty for nothing.
  // `file` is named where there is more to say about it.
  JournalDigest finish(const std::filesystem::path& file, std::string problem);

 private:
  bool is_of_lost_broker(const std::filesystem::path& file) const;
  std::string why_not_run(const std::filesystem::path& file) const;
  int worker_number(int worker_of_journal);
  ClassLedger& ledger(const std::string& target, const std::string& class_name);
  ClassLedger& open(ClassPlanned plan);

  void enter(RunStarted record);
  void enter(ClassPlanned record);
  void enter(WorkerStarted record);
  void enter(WorkerReady record);
  void enter(SuiteSetUp record);
  void enter(SuiteTornDown record);
  void enter(MethodFinished record);
  void enter(WorkerEnded record);
  void enter(ClassFinished record);
  void enter(RunFinished record);
  template <typename SuiteEvent>
  void enter_suite_event(SuiteEvent record);
  RanBefore note_ran(int worker, const MethodFinished& record);

  const int workers_before_;
  TextAllowance& allowance_;
  JournalDigest digest_;
  std::int64_t t_ns_ = 0;
  std::optional<RunFinished> ended_;
  std::map<std::pair<std::string, std::string>, std::size_t> ledgers_;
  std::size_t last_ledger_ = 0;  // of digest_.classes
  std::unordered_map<int, std::pair<std::string, std::string>> started_in_;
  std::unordered_map<int, RanBefore> ran_;
};

// Reads a journal. Never fails: what can be read counts, and the rest is the digest's `problem`.
JournalDigest digest_journal(const std::filesystem::path& file, int workers_before,
                             TextAllowance& allowance);

}  // namespace carpool
