#include "report/class_merge.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>
#include <utility>

namespace carpool {
namespace {

template <typename Item>
void move_behind(std::vector<Item>& all, std::vector<Item>& more) {
  std::move(more.begin(), more.end(), std::back_inserter(all));
}

// How much a status says of a class that is put together from parts: the greatest stands for the whole.
int weight(ClassStatus status) {
  switch (status) {
    case ClassStatus::kInterrupted: return 8;
    case ClassStatus::kStartupFailed: return 7;
    case ClassStatus::kSetupFailed: return 6;
    case ClassStatus::kFailed: return 5;
    case ClassStatus::kTeardownFailed: return 4;
    case ClassStatus::kFlaky: return 3;
    case ClassStatus::kPassed: return 2;
    case ClassStatus::kSkipped: return 1;
    case ClassStatus::kDisabled: return 0;
  }
  return 0;
}

void add_blast_radius(std::optional<BlastRadius>& sum, const std::optional<BlastRadius>& part) {
  if (!part) return;
  if (!sum) sum.emplace();
  for (const auto& [how, count] : part->losses) sum->losses[how] += count;
  sum->moved_methods += part->moved_methods;
  sum->extra_ns += part->extra_ns;
}

void add_part(ClassReport& whole, ClassReport part) {
  if (weight(part.status) > weight(whole.status)) {
    whole.status = part.status;
    if (!part.reason.empty()) whole.reason = part.reason;
  }
  if (whole.reason.empty()) whole.reason = part.reason;
  whole.wall_ns += part.wall_ns;
  whole.workers_started += part.workers_started;
  whole.restarts += part.restarts;
  add_blast_radius(whole.blast_radius, part.blast_radius);
  move_behind(whole.fixture_failures, part.fixture_failures);
  move_behind(whole.workers, part.workers);
  move_behind(whole.methods, part.methods);
}

// Drops from an account the methods that a later one ran again. False where nothing is left of it.
bool drop_repeated(ClassReport& report, const std::unordered_set<std::string>& later) {
  std::erase_if(report.methods,
                [&](const MethodReport& method) { return later.contains(method.name); });
  return !report.methods.empty();
}

}  // namespace

MergedClass merge_accounts(std::vector<ClassLedger*> accounts) {
  std::stable_sort(accounts.begin(), accounts.end(), [](const auto* left, const auto* right) {
    return left->planned_at_ns() > right->planned_at_ns();
  });
  MergedClass merged;
  std::unordered_set<std::string> later;  // methods of the accounts taken so far
  std::vector<ClassReport> parts;         // latest first
  std::vector<ClassStatus> earlier_runs;
  for (std::size_t index = 0; index < accounts.size(); ++index) {
    ClassLedger& account = *accounts[index];
    ClassReport report = account.take_report();
    if (index > 0 && !drop_repeated(report, later)) {
      earlier_runs.push_back(report.status);
      continue;
    }
    if (index + 1 < accounts.size()) {
      for (const MethodReport& method : report.methods) later.insert(method.name);
    }
    merged.costs.add(account.costs());
    merged.alive_ns += account.alive_ns();
    parts.push_back(std::move(report));
  }
  std::reverse(parts.begin(), parts.end());
  std::reverse(earlier_runs.begin(), earlier_runs.end());
  merged.report = std::move(parts.front());
  for (std::size_t index = 1; index < parts.size(); ++index) {
    add_part(merged.report, std::move(parts[index]));
  }
  merged.report.earlier_runs = std::move(earlier_runs);
  return merged;
}

}  // namespace carpool
