#pragma once

#include <string>
#include <vector>

#include "report/class_ledger.h"

namespace carpool {

// One class in the report and what it is put together from.
struct MergedClass {
  ClassReport report;
  ProcessCosts costs;
  std::int64_t alive_ns = 0;
  std::int64_t lost_ns = 0;
};

// Puts the accounts of one class, from all journals of a run, into one. Accounts of different
// methods (an entry for each method) complement each other. Where the same methods ran again
// (`ctest --repeat`), the later account wins; what the earlier one came to stays in `earlier_runs`,
// and a method that failed then and passes now is flaky, as with a retry. The accounts are moved
// from; there is at least one.
MergedClass merge_accounts(std::vector<ClassLedger*> accounts);

}  // namespace carpool
