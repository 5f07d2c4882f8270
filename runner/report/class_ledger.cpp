#include "report/class_ledger.h"

#include <algorithm>

namespace carpool {
namespace {

// A worker that takes the place of a lost one. An isolated method's process is no loss.
bool is_restart(const std::string& reason) {
  return reason.starts_with("after_") && reason != "after_isolated";
}

// The ranks of a gang live side by side: what it took is counted once.
bool speaks_for_gang(const WorkerReport& worker) { return worker.rank.value_or(0) == 0; }

bool is_loss(const std::string& how) {
  return how == "crashed" || how == "exited" || how == "timed_out" || how == "protocol_error" ||
         how == "startup_failed";
}

std::unique_ptr<AttemptEvidence> evidence_of(MethodFinished& record) {
  const bool none = record.failures.empty() && record.failures_left_out == 0 &&
                    record.reason.empty() && record.output.total_bytes == 0 && !record.signal &&
                    !record.exit_code && record.stacks.empty() && record.leaks.empty() &&
                    record.ranks.empty();
  if (none) return nullptr;
  return std::make_unique<AttemptEvidence>(
      AttemptEvidence{.failures = std::move(record.failures),
                      .failures_left_out = record.failures_left_out,
                      .reason = std::move(record.reason),
                      .output = std::move(record.output),
                      .signal = record.signal,
                      .exit_code = record.exit_code,
                      .stacks = std::move(record.stacks),
                      .leaks = std::move(record.leaks),
                      .ranks = std::move(record.ranks)});
}

AttemptReport attempt_of(MethodFinished record, int worker, RanBefore ran_before) {
  return {.attempt = record.attempt,
          .worker = worker,
          .position = record.position,
          .status = record.status,
          .duration_ns = record.duration_ns,
          .ran_before = std::move(ran_before),
          .found = evidence_of(record)};
}

ClassStatus status_of(const std::vector<MethodReport>& methods) {
  const auto count = [&](MethodStatus status) {
    return std::count_if(methods.begin(), methods.end(),
                         [&](const MethodReport& method) { return method.status == status; });
  };
  const auto size = static_cast<std::ptrdiff_t>(methods.size());
  if (count(MethodStatus::kInterrupted) > 0) return ClassStatus::kInterrupted;
  const bool red = std::any_of(methods.begin(), methods.end(),
                               [](const MethodReport& method) { return is_red(method.status); });
  if (red) return ClassStatus::kFailed;
  if (count(MethodStatus::kFlaky) > 0) return ClassStatus::kFlaky;
  const auto disabled = count(MethodStatus::kDisabled);
  if (disabled == size) return ClassStatus::kDisabled;
  if (count(MethodStatus::kSkipped) == size - disabled) return ClassStatus::kSkipped;
  return ClassStatus::kPassed;
}

// How much a status says of a class that is put together from parts: the greatest stands for the
// whole.
int weight(ClassStatus status) {
  switch (status) {
    case ClassStatus::kInterrupted:
      return 8;
    case ClassStatus::kStartupFailed:
      return 7;
    case ClassStatus::kSetupFailed:
      return 6;
    case ClassStatus::kFailed:
      return 5;
    case ClassStatus::kTeardownFailed:
      return 4;
    case ClassStatus::kFlaky:
      return 3;
    case ClassStatus::kPassed:
      return 2;
    case ClassStatus::kSkipped:
      return 1;
    case ClassStatus::kDisabled:
      return 0;
  }
  return 0;
}

}  // namespace

void add_status_of_part(ClassReport& whole, ClassStatus status, const std::string& reason) {
  if (weight(status) > weight(whole.status)) {
    whole.status = status;
    if (!reason.empty()) whole.reason = reason;
  }
  if (whole.reason.empty()) whole.reason = reason;
}

void settle_status(ClassReport& report) {
  if (is_red(report.status)) return;
  const ClassStatus of_methods = status_of(report.methods);
  if (is_red(of_methods) || of_methods == ClassStatus::kFlaky) report.status = of_methods;
}

void ProcessCosts::add(const ProcessCosts& other) {
  spawn.add(other.spawn);
  init.add(other.init);
  suite_set_up.add(other.suite_set_up);
  suite_tear_down.add(other.suite_tear_down);
  exit.add(other.exit);
}

ClassLedger::ClassLedger(ClassPlanned plan, std::int64_t planned_at_ns, std::int64_t t_ns)
    : planned_at_ns_(planned_at_ns), planned_t_ns_(t_ns), last_t_ns_(t_ns) {
  report_.target = std::move(plan.target);
  report_.name = std::move(plan.class_name);
  const std::size_t size = plan.methods.size() + plan.disabled.size();
  report_.methods.reserve(size);
  has_result_.reserve(size);
  methods_.reserve(size);
  add_methods(plan);
  next_ = 0;
}

void ClassLedger::enter(const ClassPlanned& more) {
  on_demand_ = true;
  add_methods(more);
}

void ClassLedger::enter_part(const ClassPlanned& part) {
  ++parts_;
  ++parts_left_;
  add_methods(part);
}

void ClassLedger::add_methods(const ClassPlanned& more) {
  for (const std::string& name : more.methods) index_of(name);
  for (const std::string& name : more.disabled) {
    report_.methods[index_of(name)].status = MethodStatus::kDisabled;
  }
}

// Opens the method's account where it has none yet.
std::size_t ClassLedger::index_of(const std::string& name) {
  // Methods mostly end in the order in which they were announced.
  if (next_ < report_.methods.size() && report_.methods[next_].name == name) return next_++;
  const auto [at, is_new] = methods_.try_emplace(name, report_.methods.size());
  if (is_new) {
    report_.methods.push_back({.name = name, .status = {}, .last = {}, .earlier = {}});
    has_result_.push_back(0);
  }
  next_ = at->second + 1;
  return at->second;
}

WorkerReport& ClassLedger::seen(int worker, std::int64_t t_ns, std::int64_t told_ns) {
  last_t_ns_ = std::max(last_t_ns_, t_ns);
  const auto [at, is_new] = presences_.try_emplace(
      worker, Presence{.index = report_.workers.size(), .from_ns = t_ns, .to_ns = t_ns});
  if (is_new) report_.workers.push_back({.worker = worker, .taken_over = true});
  at->second.to_ns = std::max(at->second.to_ns, t_ns);
  at->second.told_ns += told_ns;
  return report_.workers[at->second.index];
}

void ClassLedger::enter(const WorkerStarted& record, int worker, std::int64_t t_ns) {
  WorkerReport& started = seen(worker, t_ns);
  started.process_id = record.process_id;
  started.rank = record.rank;
  started.reason = record.reason;
  started.taken_over = false;
  ++report_.workers_started;
  if (is_restart(record.reason) && speaks_for_gang(started)) ++report_.restarts;
}

void ClassLedger::enter(const WorkerReady& record, int worker, std::int64_t t_ns) {
  WorkerReport& ready = seen(worker, t_ns, record.spawn_ns + record.init_ns);
  ready.spawn_ns = record.spawn_ns;
  ready.init_ns = record.init_ns;
  costs_.spawn.add(record.spawn_ns);
  costs_.init.add(record.init_ns);
  note_cost_of_restart(worker, record.spawn_ns + record.init_ns);
}

void ClassLedger::enter(SuiteSetUp record, int worker, std::int64_t t_ns) {
  seen(worker, t_ns, record.duration_ns);
  costs_.suite_set_up.add(record.duration_ns);
  note_cost_of_restart(worker, record.duration_ns);
  if (record.failed || !record.failures.empty()) {
    report_.fixture_failures.push_back(
        {.in_set_up = true, .worker = worker, .failures = std::move(record.failures)});
  }
}

void ClassLedger::enter(SuiteTornDown record, int worker, std::int64_t t_ns) {
  seen(worker, t_ns, record.duration_ns);
  costs_.suite_tear_down.add(record.duration_ns);
  if (record.failed || !record.failures.empty()) {
    report_.fixture_failures.push_back(
        {.in_set_up = false, .worker = worker, .failures = std::move(record.failures)});
  }
}

void ClassLedger::enter(MethodFinished record, int worker, RanBefore ran_before,
                        std::int64_t t_ns) {
  if (worker > 0) seen(worker, t_ns, record.duration_ns);
  last_t_ns_ = std::max(last_t_ns_, t_ns);
  const std::optional<MethodStatus> final_status = record.final_status;
  const std::size_t index = index_of(record.method);
  MethodReport& finished = report_.methods[index];
  AttemptReport attempt = attempt_of(std::move(record), worker, std::move(ran_before));
  if (!final_status) {
    finished.earlier.push_back(std::move(attempt));
    return;
  }
  has_result_[index] = 1;
  finished.status = *final_status;
  finished.last = std::move(attempt);
}

void ClassLedger::enter(WorkerEnded record, int worker, std::int64_t t_ns) {
  WorkerReport& ended = seen(worker, t_ns);
  if (record.exit_ns > 0) costs_.exit.add(record.exit_ns);
  if (is_loss(record.how)) {
    note_loss(record);
    presences_.at(worker).is_lost = true;
  }
  ended.how = std::move(record.how);
  ended.end_reason = std::move(record.reason);
  ended.signal = record.signal;
  ended.exit_code = record.exit_code;
  ended.during = std::move(record.during);
  ended.survivors = std::move(record.survivors);
  ended.output = std::move(record.output);
}

void ClassLedger::note_loss(const WorkerEnded& record) {
  if (!report_.blast_radius) report_.blast_radius.emplace();
  ++report_.blast_radius->losses[record.how];
  report_.blast_radius->moved_methods += record.moved_methods;
}

void ClassLedger::note_cost_of_restart(int worker, std::int64_t cost_ns) {
  if (!report_.blast_radius) return;
  const WorkerReport& started = report_.workers[presences_.at(worker).index];
  if (!speaks_for_gang(started)) return;
  if (!started.taken_over && is_restart(started.reason)) report_.blast_radius->extra_ns += cost_ns;
}

void ClassLedger::enter(const ClassFinished& record) {
  --parts_left_;
  report_.wall_ns += record.wall_ns;  // no two parts run beside each other
  const bool is_first = parts_left_ + 1 == parts_;
  if (!is_first) return add_status_of_part(report_, record.status, record.reason);
  report_.status = record.status;
  report_.reason = record.reason;
}

void ClassLedger::close(const std::string& why_not_run) {
  bool one_is_missing = false;
  for (std::size_t index = 0; index < report_.methods.size(); ++index) {
    MethodReport& method = report_.methods[index];
    if (has_result_[index] || method.status == MethodStatus::kDisabled) continue;
    one_is_missing = true;
    // A method that had failed and was to be tried again has failed.
    method.status = MethodStatus::kNotRun;
    if (!method.earlier.empty() && is_red(method.earlier.front().status)) {
      method.status = method.earlier.front().status;
    }
    method.last.found = std::make_unique<AttemptEvidence>();
    method.last.found->reason = why_not_run;
  }
  if (parts_ > 1 && !is_red(report_.status)) report_.status = status_of(report_.methods);
  if (is_open()) report_.wall_ns = last_t_ns_ - planned_t_ns_;
  if (is_open() || one_is_missing) {
    report_.status = ClassStatus::kInterrupted;
    if (report_.reason.empty()) report_.reason = why_not_run;
  }
  settle_status(report_);
  methods_.clear();
}

std::int64_t ClassLedger::lost_ns() const {
  if (on_demand_) return 0;  // most of it is waiting there
  std::int64_t sum = 0;
  for (const auto& [worker, presence] : presences_) {
    if (!presence.is_lost || !speaks_for_gang(report_.workers[presence.index])) continue;
    sum += std::max<std::int64_t>(presence.to_ns - presence.from_ns - presence.told_ns, 0);
  }
  return sum;
}

std::int64_t ClassLedger::alive_ns() const {
  if (on_demand_) return report_.wall_ns;  // workers wait for most of their time there
  std::int64_t sum = 0;
  for (const auto& [worker, presence] : presences_) {
    if (!speaks_for_gang(report_.workers[presence.index])) continue;
    sum += presence.to_ns - presence.from_ns;
  }
  return sum;
}

}  // namespace carpool
