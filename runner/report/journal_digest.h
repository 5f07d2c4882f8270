#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

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

// Reads a journal. Never fails: what can be read counts, and the rest is the digest's `problem`.
// Workers get numbers above `workers_before`, so that two journals' workers are never mixed up.
JournalDigest digest_journal(const std::filesystem::path& file, int workers_before,
                             TextAllowance& allowance);

}  // namespace carpool
