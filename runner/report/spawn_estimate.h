#pragma once

#include <optional>
#include <vector>

#include "report/class_ledger.h"
#include "report/report.h"

namespace carpool {

// Fills in what the class's processes cost in the mean. What it did not see itself is taken from
// `of_target`: under REUSE TARGET a class may get its worker ready-made.
void set_mean_costs(ClassReport& report, const ProcessCosts& own, const ProcessCosts& of_target);

// Whether a worker was started, or the class's suite set up, in this run at all.
bool saw_what_workers_take(const ProcessCosts& own);

// What the methods that ran would have cost with a process each: mean start-up, suite set-up, body,
// suite tear-down, exit. `alive_ns`, the workers' lifetimes added up, says how many were at work at
// a time on average; the processes of the baseline are taken to run as many at a time. `lost_ns`:
// what crashes and hangs took beside that, which they would have taken there too. CTest's own
// cost for each entry is left out, in favour of the baseline. Nothing where no method ran.
std::optional<SpawnEstimate> estimate_spawn(const ClassReport& report, std::int64_t alive_ns,
                                            std::int64_t lost_ns);

// Both sides added up; nothing where no class has an estimate.
std::optional<SpawnEstimate> sum_of_estimates(const std::vector<ClassReport>& classes);

}  // namespace carpool
