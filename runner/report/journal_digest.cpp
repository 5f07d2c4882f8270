#include "report/journal_digest.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "journal/append_file_posix.h"
#include "journal/journal.h"
#include "journal/timestamp.h"

namespace carpool {
JournalDigester::JournalDigester(int workers_before, TextAllowance& allowance)
    : workers_before_(workers_before), allowance_(allowance) {
  digest_.highest_worker = workers_before;
}

void JournalDigester::take(JournalEntry entry) {
  t_ns_ = entry.t_ns;
  digest_.has_lines = true;
  digest_.wall_ns = std::max(digest_.wall_ns, entry.t_ns);
  std::visit([this](auto& record) { enter(std::move(record)); }, entry.record);
}

JournalDigest JournalDigester::finish(const std::filesystem::path& file, std::string problem) {
  digest_.interrupted = !ended_ || ended_->interrupted;
  digest_.problem = std::move(problem);
  if (digest_.problem.empty() && !digest_.has_lines) {
    digest_.problem = file.string() + ": holds no line: its runner ended before it had written one";
  }
  if (digest_.problem.empty() && is_of_lost_broker(file)) {
    digest_.problem = file.string() +
                      ": its broker was lost, or could not write it any further: what became of "
                      "its workers' tear-down is not known";
  }
  const std::string why = why_not_run(file);
  for (ClassLedger& ledger : digest_.classes) ledger.close(why);
  return std::move(digest_);
}

bool JournalDigester::is_of_lost_broker(const std::filesystem::path& file) const {
  return !ended_ && digest_.begin.command_line == kBrokerCommandLine && !is_being_appended_to(file);
}

std::string JournalDigester::why_not_run(const std::filesystem::path& file) const {
  if (ended_) return ended_->interrupted ? "the run was interrupted" : "the runner gave no result";
  if (is_being_appended_to(file)) return "the runner is still at work";
  return "the runner was killed, or could not write its journal any further";
}

// Workers are numbered across the whole report.
int JournalDigester::worker_number(int worker_of_journal) {
  if (worker_of_journal <= 0) return 0;
  const int number = workers_before_ + worker_of_journal;
  digest_.highest_worker = std::max(digest_.highest_worker, number);
  return number;
}

// The account of a class; one that was never planned is opened as well, so that no result is lost.
ClassLedger& JournalDigester::ledger(const std::string& target, const std::string& class_name) {
  if (last_ledger_ < digest_.classes.size()) {
    const ClassReport& last = digest_.classes[last_ledger_].report();
    if (last.name == class_name && last.target == target) return digest_.classes[last_ledger_];
  }
  const auto found = ledgers_.find({target, class_name});
  if (found == ledgers_.end()) return open({.target = target, .class_name = class_name});
  last_ledger_ = found->second;
  return digest_.classes[last_ledger_];
}

ClassLedger& JournalDigester::open(ClassPlanned plan) {
  last_ledger_ = digest_.classes.size();
  ledgers_[{plan.target, plan.class_name}] = last_ledger_;
  return digest_.classes.emplace_back(std::move(plan), digest_.began_at_ns + t_ns_, t_ns_);
}

void JournalDigester::enter(RunStarted record) {
  digest_.began_at_ns = unix_time_from_rfc3339(record.started_at).value_or(0);
  digest_.begin = std::move(record);
}

void JournalDigester::enter(ClassPlanned record) {
  const auto found = ledgers_.find({record.target, record.class_name});
  if (found == ledgers_.end() || !digest_.classes[found->second].is_open()) {
    open(std::move(record));
  } else if (record.adds) {
    digest_.classes[found->second].enter(record);
  } else {
    digest_.classes[found->second].enter_part(record);
  }
}

void JournalDigester::enter(WorkerStarted record) {
  const int worker = worker_number(record.worker);
  ledger(record.target, record.class_name).enter(record, worker, t_ns_);
  started_in_[worker] = {std::move(record.target), std::move(record.class_name)};
}

void JournalDigester::enter(WorkerReady record) {
  const int worker = worker_number(record.worker);
  const auto found = started_in_.find(worker);
  if (found == started_in_.end()) return;
  ledger(found->second.first, found->second.second).enter(record, worker, t_ns_);
}

void JournalDigester::enter(SuiteSetUp record) { enter_suite_event(std::move(record)); }
void JournalDigester::enter(SuiteTornDown record) { enter_suite_event(std::move(record)); }

template <typename SuiteEvent>
void JournalDigester::enter_suite_event(SuiteEvent record) {
  allowance_.admit_failures(record.failures);
  const int worker = worker_number(record.worker);
  ClassLedger& account = ledger(record.target, record.class_name);
  account.enter(std::move(record), worker, t_ns_);
}

void JournalDigester::enter(MethodFinished record) {
  allowance_.admit_output(record.output, !is_red(record.status));
  allowance_.admit_failures(record.failures);
  allowance_.admit_stacks(record.stacks);
  allowance_.admit_reason(record.reason);
  for (RankResult& rank : record.ranks) allowance_.admit_rank(rank);
  const int worker = worker_number(record.worker);
  RanBefore before;
  if (worker > 0) before = note_ran(worker, record);
  ClassLedger& account = ledger(record.target, record.class_name);
  account.enter(std::move(record), worker, std::move(before), t_ns_);
}

void JournalDigester::enter(WorkerEnded record) {
  allowance_.admit_output(record.output, ended_well(record));
  const int worker = worker_number(record.worker);
  ClassLedger& account = ledger(record.target, record.class_name);
  account.enter(std::move(record), worker, t_ns_);
  ran_.erase(worker);
}

void JournalDigester::enter(ClassFinished record) {
  ledger(record.target, record.class_name).enter(record);
}

void JournalDigester::enter(RunFinished record) {
  digest_.wall_ns = record.wall_ns;
  ended_ = record;
}

// What the worker had run before this method, which it has run now as well.
RanBefore JournalDigester::note_ran(int worker, const MethodFinished& record) {
  RanBefore& ran = ran_[worker];
  RanBefore before = ran;
  ran.last = std::make_shared<const std::string>(record.class_name + "." + record.method);
  if (ran.count == 0) ran.first = ran.last;
  ++ran.count;
  return before;
}

JournalDigest digest_journal(const std::filesystem::path& file, int workers_before,
                             TextAllowance& allowance) {
  JournalDigester digestion(workers_before, allowance);
  const auto visited =
      visit_journal(file, [&](JournalEntry entry) { digestion.take(std::move(entry)); });
  return digestion.finish(file, visited ? std::string() : visited.error().message);
}

}  // namespace carpool
