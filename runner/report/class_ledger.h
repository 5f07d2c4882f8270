#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "journal/record.h"
#include "report/report.h"

namespace carpool {

// A mean that is put together piece by piece.
struct Mean {
  std::int64_t sum = 0;
  std::int64_t count = 0;

  void add(std::int64_t value) {
    sum += value;
    ++count;
  }
  void add(const Mean& other) {
    sum += other.sum;
    count += other.count;
  }
  std::int64_t value_or(std::int64_t otherwise) const {
    return count > 0 ? sum / count : otherwise;
  }
};

// What it takes to have a worker for a class, apart from the methods themselves.
struct ProcessCosts {
  Mean spawn;
  Mean init;
  Mean suite_set_up;
  Mean suite_tear_down;
  Mean exit;

  void add(const ProcessCosts& other);
};

// A class is never greener than its methods: a runner that lost count, or a repetition that passed,
// must not turn red into green. It may be worse than they are (a tear-down that failed).
void settle_status(ClassReport& report);

// Takes in what a further part of the class came to. The status that says most stands for the
// whole, and the first reason where that one has none.
void add_status_of_part(ClassReport& whole, ClassStatus status, const std::string& reason);

// The account of one class in one journal, entered record by record. Workers are numbered as in the
// report.
class ClassLedger {
 public:
  // `planned_at_ns`: since the Unix epoch; `t_ns`, here and below: since the journal began.
  ClassLedger(ClassPlanned plan, std::int64_t planned_at_ns, std::int64_t t_ns);

  bool is_open() const { return parts_left_ > 0; }

  // More methods of an open account: asked for one by one, or a part of the class that runs by
  // itself, before or behind the others, and finishes by itself.
  void enter(const ClassPlanned& more);
  void enter_part(const ClassPlanned& part);
  void enter(const WorkerStarted& record, int worker, std::int64_t t_ns);
  void enter(const WorkerReady& record, int worker, std::int64_t t_ns);
  void enter(SuiteSetUp record, int worker, std::int64_t t_ns);
  void enter(MethodFinished record, int worker, RanBefore ran_before, std::int64_t t_ns);
  void enter(WorkerEnded record, int worker, std::int64_t t_ns);
  void enter(SuiteTornDown record, int worker, std::int64_t t_ns);
  void enter(const ClassFinished& record);

  // Closes the account. A method without a result gets its terminal record here: disabled, or
  // `not_run` for the given reason; so does the class.
  void close(const std::string& why_not_run);

  const ClassReport& report() const { return report_; }
  ClassReport take_report() { return std::move(report_); }
  const ProcessCosts& costs() const { return costs_; }
  std::int64_t planned_at_ns() const { return planned_at_ns_; }
  // The time that the class's workers lived, added up; that of a gang counts once. Before
  // take_report().
  std::int64_t alive_ns() const;
  // What the lost workers took beside start-up, set-up and methods: stacks, killing, dumping core.
  // A process of its own would have taken the same for the method. Before take_report().
  std::int64_t lost_ns() const;

 private:
  void add_methods(const ClassPlanned& more);
  std::size_t index_of(const std::string& name);
  WorkerReport& seen(int worker, std::int64_t t_ns, std::int64_t told_ns = 0);
  void note_loss(const WorkerEnded& record);
  void note_cost_of_restart(int worker, std::int64_t cost_ns);

  ClassReport report_;
  std::int64_t planned_at_ns_ = 0;
  std::int64_t planned_t_ns_ = 0;
  std::int64_t last_t_ns_ = 0;
  int parts_ = 1;
  int parts_left_ = 1;
  bool on_demand_ = false;                                // methods were asked for one by one
  std::unordered_map<std::string, std::size_t> methods_;  // name -> index
  std::size_t next_ = 0;                                  // the method after the last
  std::vector<char> has_result_;                          // per method
  struct Presence {
    std::size_t index = 0;  // into report_.workers
    std::int64_t from_ns = 0;
    std::int64_t to_ns = 0;
    std::int64_t told_ns = 0;  // of that, what its records tell of
    bool is_lost = false;
  };
  std::unordered_map<int, Presence> presences_;  // per worker
  ProcessCosts costs_;
};

}  // namespace carpool
