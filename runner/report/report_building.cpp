#include "report/report_building.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "journal/journal.h"
#include "journal/timestamp.h"
#include "report/class_merge.h"
#include "report/journal_digest.h"
#include "report/spawn_estimate.h"

namespace carpool {
namespace {

using ClassKey = std::pair<std::string, std::string>;  // target, class

RunReport describe(const std::vector<JournalDigest>& digests) {
  RunReport run{.runners = static_cast<int>(digests.size())};
  std::int64_t first_ns = 0;
  std::int64_t last_ns = 0;
  for (const JournalDigest& digest : digests) {
    run.interrupted = run.interrupted || digest.interrupted;
    if (!digest.has_lines) continue;
    const bool is_first = run.id.empty() || digest.began_at_ns < first_ns;
    if (is_first) {
      run.id = digest.begin.run_id;
      run.started_at = digest.begin.started_at;
      run.version = digest.begin.version;
      run.host_name = digest.begin.host_name;
      run.host_system = digest.begin.host_system;
      run.host_cores = digest.begin.host_cores;
      first_ns = digest.began_at_ns;
    }
    last_ns = std::max(last_ns, digest.began_at_ns + digest.wall_ns);
    // The system's clock tells runners' starts apart; should it have been set back meanwhile, the
    // longest runner is what is known for certain.
    run.wall_ns = std::max(run.wall_ns, digest.wall_ns);
  }
  run.wall_ns = std::max(run.wall_ns, last_ns - first_ns);
  return run;
}

std::vector<MergedClass> merged_classes(std::vector<JournalDigest>& digests) {
  std::map<ClassKey, std::vector<ClassLedger*>> accounts;
  for (JournalDigest& digest : digests) {
    for (ClassLedger& ledger : digest.classes) {
      accounts[{ledger.report().target, ledger.report().name}].push_back(&ledger);
    }
  }
  std::vector<MergedClass> merged;
  merged.reserve(accounts.size());
  for (auto& [key, of_class] : accounts) merged.push_back(merge_accounts(std::move(of_class)));
  return merged;
}

std::map<std::string, ProcessCosts> costs_by_target(const std::vector<MergedClass>& classes) {
  std::map<std::string, ProcessCosts> costs;
  for (const MergedClass& merged : classes) costs[merged.report.target].add(merged.costs);
  return costs;
}

void count(Report& report) {
  for (const MethodStatus status : all_method_statuses()) report.totals[status] = 0;
  for (const ClassReport& of_class : report.classes) {
    report.methods += static_cast<std::int64_t>(of_class.methods.size());
    for (const MethodReport& method : of_class.methods) ++report.totals[method.status];
  }
}

// `ctest --repeat` says the same of the same target again.
void add_new(std::vector<std::string>& list, const std::vector<std::string>& more) {
  for (const std::string& text : more) {
    if (std::ranges::find(list, text) == list.end()) list.push_back(text);
  }
}

}  // namespace

Result<Report> build_report(const std::filesystem::path& run_directory) {
  const auto files = journal_files(run_directory);
  if (!files) return files.error();
  if (files->empty()) return Error{"there is no journal in " + run_directory.string()};

  TextAllowance allowance;
  std::vector<JournalDigest> digests;
  int workers = 0;
  for (const auto& file : *files) {
    digests.push_back(digest_journal(file, workers, allowance));
    workers = digests.back().highest_worker;
  }
  Report report = build_report(std::move(digests));
  if (report.run.id.empty()) {
    return Error{"no journal in " + run_directory.string() +
                 " can be read: " + report.problems.front()};
  }
  return report;
}

Report build_report(std::vector<JournalDigest> digests) {
  Report report;
  for (const JournalDigest& digest : digests) {
    if (!digest.problem.empty()) report.problems.push_back(digest.problem);
    add_new(report.warnings, digest.begin.warnings);
  }
  report.run = describe(digests);
  std::vector<MergedClass> classes = merged_classes(digests);
  const auto costs = costs_by_target(classes);
  for (MergedClass& merged : classes) {
    set_mean_costs(merged.report, merged.costs, costs.at(merged.report.target));
    // Warm workers of an earlier run have told that one what it took to have them.
    if (saw_what_workers_take(merged.costs)) {
      merged.report.spawn_baseline = estimate_spawn(merged.report, merged.alive_ns, merged.lost_ns);
    }
    report.classes.push_back(std::move(merged.report));
  }
  report.spawn_baseline = sum_of_estimates(report.classes);
  count(report);
  return report;
}

}  // namespace carpool
