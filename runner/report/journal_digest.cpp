#include "report/journal_digest.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "journal/append_file_posix.h"
#include "journal/journal.h"
#include "journal/timestamp.h"

namespace carpool {
namespace {

// Sorts one journal's records into the accounts of its classes.
class Digestion {
 public:
  Digestion(int workers_before, TextAllowance& allowance)
      : workers_before_(workers_before), allowance_(allowance) {
    digest_.highest_worker = workers_before;
  }

  void take(JournalEntry entry) {
    t_ns_ = entry.t_ns;
    digest_.has_lines = true;
    digest_.wall_ns = std::max(digest_.wall_ns, entry.t_ns);
    std::visit([this](auto& record) { enter(std::move(record)); }, entry.record);
  }

  JournalDigest finish(const std::filesystem::path& file, std::string problem) {
    digest_.interrupted = !ended_ || ended_->interrupted;
    digest_.problem = std::move(problem);
    if (digest_.problem.empty() && !digest_.has_lines) {
      digest_.problem =
          file.string() + ": holds no line: its runner ended before it had written one";
    }
    const std::string why = why_not_run(file);
    for (ClassLedger& ledger : digest_.classes) ledger.close(why);
    return std::move(digest_);
  }

 private:
  std::string why_not_run(const std::filesystem::path& file) const {
    if (ended_)
      return ended_->interrupted ? "the run was interrupted" : "the runner gave no result";
    if (is_being_appended_to(file)) return "the runner is still at work";
    return "the runner was killed, or could not write its journal any further";
  }

  // Workers are numbered across the whole report.
  int worker_number(int worker_of_journal) {
    if (worker_of_journal <= 0) return 0;
    const int number = workers_before_ + worker_of_journal;
    digest_.highest_worker = std::max(digest_.highest_worker, number);
    return number;
  }

  // The account of a class; one that was never planned is opened as well, so that no result is
  // lost.
  ClassLedger& ledger(const std::string& target, const std::string& class_name) {
    const auto found = ledgers_.find({target, class_name});
    if (found != ledgers_.end()) return digest_.classes[found->second];
    return open({.target = target, .class_name = class_name});
  }

  ClassLedger& open(ClassPlanned plan) {
    ledgers_[{plan.target, plan.class_name}] = digest_.classes.size();
    return digest_.classes.emplace_back(std::move(plan), digest_.began_at_ns + t_ns_, t_ns_);
  }

  void enter(RunStarted record) {
    digest_.began_at_ns = unix_time_from_rfc3339(record.started_at).value_or(0);
    digest_.begin = std::move(record);
  }

  void enter(ClassPlanned record) { open(std::move(record)); }

  void enter(WorkerStarted record) {
    const int worker = worker_number(record.worker);
    ledger(record.target, record.class_name).enter(record, worker, t_ns_);
    started_in_[worker] = {std::move(record.target), std::move(record.class_name)};
  }

  void enter(WorkerReady record) {
    const int worker = worker_number(record.worker);
    const auto found = started_in_.find(worker);
    if (found == started_in_.end()) return;
    ledger(found->second.first, found->second.second).enter(record, worker, t_ns_);
  }

  void enter(SuiteSetUp record) { enter_suite_event(std::move(record)); }
  void enter(SuiteTornDown record) { enter_suite_event(std::move(record)); }

  template <typename SuiteEvent>
  void enter_suite_event(SuiteEvent record) {
    allowance_.admit_failures(record.failures);
    const int worker = worker_number(record.worker);
    ClassLedger& account = ledger(record.target, record.class_name);
    account.enter(std::move(record), worker, t_ns_);
  }

  void enter(MethodFinished record) {
    allowance_.admit_output(record.output, !is_red(record.status));
    allowance_.admit_failures(record.failures);
    allowance_.admit_stacks(record.stacks);
    allowance_.admit_reason(record.reason);
    const int worker = worker_number(record.worker);
    std::optional<RanBefore> before;
    if (worker > 0) before = note_ran(worker, record);
    ClassLedger& account = ledger(record.target, record.class_name);
    account.enter(std::move(record), worker, std::move(before), t_ns_);
  }

  void enter(WorkerEnded record) {
    allowance_.admit_output(record.output, record.how == "retired");
    const int worker = worker_number(record.worker);
    ClassLedger& account = ledger(record.target, record.class_name);
    account.enter(std::move(record), worker, t_ns_);
    ran_.erase(worker);
  }

  void enter(ClassFinished record) { ledger(record.target, record.class_name).enter(record); }

  void enter(RunFinished record) {
    digest_.wall_ns = record.wall_ns;
    ended_ = record;
  }

  // What the worker had run before this method, which it has run now as well.
  std::optional<RanBefore> note_ran(int worker, const MethodFinished& record) {
    RanBefore& ran = ran_[worker];
    std::optional<RanBefore> before;
    if (ran.count > 0) before = ran;
    ran.last = record.class_name + "." + record.method;
    if (ran.count == 0) ran.first = ran.last;
    ++ran.count;
    return before;
  }

  const int workers_before_;
  TextAllowance& allowance_;
  JournalDigest digest_;
  std::int64_t t_ns_ = 0;
  std::optional<RunFinished> ended_;
  std::map<std::pair<std::string, std::string>, std::size_t> ledgers_;
  std::unordered_map<int, std::pair<std::string, std::string>> started_in_;
  std::unordered_map<int, RanBefore> ran_;
};

}  // namespace

JournalDigest digest_journal(const std::filesystem::path& file, int workers_before,
                             TextAllowance& allowance) {
  Digestion digestion(workers_before, allowance);
  const auto visited =
      visit_journal(file, [&](JournalEntry entry) { digestion.take(std::move(entry)); });
  return digestion.finish(file, visited ? std::string() : visited.error().message);
}

}  // namespace carpool
