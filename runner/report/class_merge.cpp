#include "report/class_merge.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <utility>

namespace carpool {
namespace {

template <typename Item>
void move_behind(std::vector<Item>& all, std::vector<Item>& more) {
  std::move(more.begin(), more.end(), std::back_inserter(all));
}

void add_blast_radius(std::optional<BlastRadius>& sum, const std::optional<BlastRadius>& part) {
  if (!part) return;
  if (!sum) sum.emplace();
  for (const auto& [how, count] : part->losses) sum->losses[how] += count;
  sum->moved_methods += part->moved_methods;
  sum->extra_ns += part->extra_ns;
}

void add_part(ClassReport& whole, ClassReport part) {
  add_status_of_part(whole, part.status, part.reason);
  whole.wall_ns += part.wall_ns;
  whole.workers_started += part.workers_started;
  whole.restarts += part.restarts;
  add_blast_radius(whole.blast_radius, part.blast_radius);
  move_behind(whole.fixture_failures, part.fixture_failures);
  move_behind(whole.workers, part.workers);
  move_behind(whole.methods, part.methods);
}

// The methods that stand in the report already, by name. Points into vectors that no longer grow.
using Standing = std::unordered_map<std::string, MethodReport*>;

// A method ran again and this is how it fared before. A pass does not undo a failure: it is flaky.
void carry_over(MethodReport& standing, MethodReport before) {
  // One that retries had made flaky has failed as well.
  const bool had_failed = is_red(before.status) || before.status == MethodStatus::kFlaky;
  if (!had_failed || before.last.worker == 0) return;
  if (standing.status == MethodStatus::kPassed) standing.status = MethodStatus::kFlaky;
  // A skip says nothing against the failure.
  if (standing.status == MethodStatus::kSkipped) standing.status = before.status;
  std::vector<AttemptReport> attempts = std::move(before.earlier);
  attempts.push_back(std::move(before.last));
  move_behind(attempts, standing.earlier);
  standing.earlier = std::move(attempts);
  int number = 0;
  for (AttemptReport& attempt : standing.earlier) attempt.attempt = ++number;
}

// Takes out of an account the methods that a later one ran again. False where nothing is left of
// it.
bool drop_repeated(ClassReport& report, const Standing& later) {
  std::vector<MethodReport> left;
  for (MethodReport& method : report.methods) {
    const auto standing = later.find(method.name);
    if (standing == later.end()) {
      left.push_back(std::move(method));
    } else {
      carry_over(*standing->second, std::move(method));
    }
  }
  report.methods = std::move(left);
  return !report.methods.empty();
}

}  // namespace

MergedClass merge_accounts(std::vector<ClassLedger*> accounts) {
  std::stable_sort(accounts.begin(), accounts.end(), [](const auto* left, const auto* right) {
    return left->planned_at_ns() > right->planned_at_ns();
  });
  MergedClass merged;
  Standing later;                  // methods of the accounts taken so far
  std::vector<ClassReport> parts;  // latest first
  std::vector<ClassStatus> earlier_runs;
  for (std::size_t index = 0; index < accounts.size(); ++index) {
    ClassLedger& account = *accounts[index];
    const std::int64_t alive_ns = account.alive_ns();
    const std::int64_t lost_ns = account.lost_ns();
    ClassReport report = account.take_report();
    // One without methods tells how a worker of an earlier run ended.
    const bool had_methods = !report.methods.empty();
    if (index > 0 && had_methods && !drop_repeated(report, later)) {
      earlier_runs.push_back(report.status);
      continue;
    }
    if (index + 1 < accounts.size()) {
      for (MethodReport& method : report.methods) later.emplace(method.name, &method);
    }
    merged.costs.add(account.costs());
    merged.alive_ns += alive_ns;
    merged.lost_ns += lost_ns;
    parts.push_back(std::move(report));  // moves the vector of methods, not the methods
  }
  std::reverse(parts.begin(), parts.end());
  std::reverse(earlier_runs.begin(), earlier_runs.end());
  merged.report = std::move(parts.front());
  for (std::size_t index = 1; index < parts.size(); ++index) {
    add_part(merged.report, std::move(parts[index]));
  }
  merged.report.earlier_runs = std::move(earlier_runs);
  settle_status(merged.report);
  return merged;
}

}  // namespace carpool
