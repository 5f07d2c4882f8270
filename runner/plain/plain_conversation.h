#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "plain/plain_batch.h"
#include "plain/plain_process.h"
#include "session/method_account.h"

namespace carpool {

// What is heard of the process of one batch, from its start to its end. Straight through: what has
// not been decided by an event or by GoogleTest's results is decided by the process's end, the
// deadline or the interruption.
class PlainBatch {
 public:
  PlainBatch(PlainProcess& process, ClassRun& run, const std::vector<WorkItem>& items,
             const PlainWorker& worker, const SessionContext& context)
      : process_(process), run_(run), items_(items), worker_(worker), context_(context) {
    for (std::size_t i = 0; i < items.size(); ++i) index_[run.method_name(items[i])] = i;
    fate_.resize(items.size());
  }

  BatchOutcome converse();

 private:
  enum class Phase { kStarting, kBetween, kRunning, kOthers, kEnding };
  enum class Fate { kNotBegun, kUndecided, kDone };
  using Step = std::optional<BatchOutcome>;

  Step take(const PlainHappening& happening);
  void take_event(const StreamEvent& event);
  void begin_suite(const StreamEvent& event);
  void begin_test(const StreamEvent& event);
  void end_test(const StreamEvent& event);
  void end_suite();
  BatchOutcome ended(const ProcessEnd& end);
  BatchOutcome limit_passed();
  BatchOutcome interrupted();
  BatchOutcome leave(const std::string& how, const ProcessEnd& end);

  TimePoint deadline() const;
  std::string full_name(std::size_t item) const {
    return run_.plan().name + "." + run_.method_name(items_[item]);
  }
  std::int64_t since(TimePoint time) const {
    return std::chrono::nanoseconds(context_.clock.now() - time).count();
  }
  MethodFinished record_of_current(MethodStatus status);
  void finish(std::size_t item, MethodFinished record);
  void lose_current(MethodFinished record);
  void decide(const ProcessEnd* end);
  void judge_end(const ProcessEnd& end);
  std::size_t give_back_rest();
  void bury(const std::string& how, const ProcessEnd& end, std::size_t moved);
  void lose_between(const std::string& what, const std::string& in_set_up);

  PlainProcess& process_;
  ClassRun& run_;
  const std::vector<WorkItem>& items_;
  const PlainWorker& worker_;
  const SessionContext& context_;

  std::unordered_map<std::string, std::size_t> index_;  // of a method's name in items_
  std::vector<Fate> fate_;
  std::map<std::size_t, MethodFinished> undecided_;
  Phase phase_ = Phase::kStarting;
  bool in_suite_ = false;  // events are of the class
  bool set_up_ = false;    // a test of the class has begun
  TimePoint since_ = context_.clock.now();
  const TimePoint spawned_ = since_;
  std::size_t current_ = 0;
  int position_ = 0;
  MethodAccount account_;
  std::vector<TestFailure> outside_;    // failures or skips outside of tests, of this suite
  std::vector<TestFailure> in_set_up_;  // those before its first test
  std::string during_;                  // the method in which it was lost
  bool any_failed_ = false;
};

}  // namespace carpool
