#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "manifest/googletest_documents.h"
#include "plain/plain_batch.h"
#include "plain/plain_process.h"
#include "session/method_account.h"

namespace carpool {

// What is heard of the process of one batch, from its start to its end. Straight through: what has
// not been decided by then is decided by the process's end, the deadline or the interruption.
//
// A verdict takes two witnesses. The event stream says at once where the program is, but anything
// in the process can write to it; GoogleTest's JSON says how each test went, but only at the end.
// So each test that has ended is held until the process has:
// - There is JSON: both have to say the same. Otherwise the test runs once more, alone, and where
//   they still differ it is a protocol error, which is red.
// - The process died before that: whatever ended it is red, and so is the run. What passed by the
//   stream is believed where each line of the stream was in its place, and so is what failed in
//   GoogleTest's own words; what else did not pass is run once more, alone, since only the JSON
//   tells a failure from a skip. A pass then does not undo it: it is flaky.
// Alone and without JSON, no test passes.
class PlainBatch {
 public:
  PlainBatch(PlainProcess& process, ClassRun& run, const std::vector<WorkItem>& items,
             const PlainWorker& worker, const SessionContext& context, TimePoint spawned)
      : process_(process),
        run_(run),
        items_(items),
        worker_(worker),
        context_(context),
        since_(spawned),
        spawned_(spawned) {
    for (std::size_t i = 0; i < items.size(); ++i) {
      index_.emplace(first_line(run.method_name(items[i])), i);
    }
    fate_.resize(items.size());
  }

  BatchOutcome converse();

 private:
  enum class Phase { kStarting, kBetween, kRunning, kOthers, kEnding };
  enum class Fate { kNotBegun, kHeld, kPassedOver, kAgainAlone, kAgainInDoubt, kDone };
  using Step = std::optional<BatchOutcome>;

  // A test that has ended, as the stream has it.
  struct Held {
    MethodFinished record;
    bool passed = false;       // neither failed nor skipped, however often it was run
    bool repeated = false;     // the results tell of the last time only
    bool stream_lost = false;  // in the middle of it
  };

  Step take(const PlainHappening& happening);
  BatchOutcome ended(const ProcessEnd& end);
  BatchOutcome limit_passed();
  BatchOutcome interrupted();
  BatchOutcome leave(const std::string& how, const ProcessEnd& end);

  // Of the stream.
  bool in_its_place(StreamEvent::Kind kind) const;
  void take_event(const StreamEvent& event);
  void take_part(const StreamEvent& event);
  void begin_suite(const StreamEvent& event);
  void begin_test(const StreamEvent& event);
  void end_test(const StreamEvent& event);
  void end_suite(const StreamEvent& event);
  void hold_current(bool passed);

  // Of its end.
  void read_results();
  void note_lost_stream();
  void decide(const ProcessEnd* end);
  void settle(std::size_t item, Held held, const ProcessEnd* end);
  void settle_by_results(std::size_t item, Held held);
  void settle_without_results(std::size_t item, Held held, const ProcessEnd* end);
  bool failed_for_certain(const Held& held) const;
  static bool has_reason(const Held& held);
  bool may_be_passed_over(const Held& held) const;
  void account_for_unheard(const ProcessEnd& end);
  MethodFinished record_of_unheard(std::size_t item, const ProcessEnd& end) const;
  void judge_end(const ProcessEnd& end);
  void lose_between(const std::string& what, const std::string& in_set_up);

  // All that the stream has of a name.
  static std::string first_line(const std::string& name) { return name.substr(0, name.find('\n')); }

  TimePoint deadline() const;
  std::string full_name(std::size_t item) const {
    return run_.plan().name + "." + run_.method_name(items_[item]);
  }
  std::int64_t since(TimePoint time) const {
    return std::chrono::nanoseconds(context_.clock.now() - time).count();
  }
  bool is_alone() const { return items_.size() == 1; }
  const GoogleTestResult* result_of(std::size_t item) const;
  MethodFinished record_of_current(MethodStatus status);
  void finish(std::size_t item, MethodFinished record);
  void finish(std::size_t item, MethodFinished record, MethodStatus status, std::string reason);
  void lose_current(MethodFinished record);
  std::size_t give_back_rest();
  std::string why_again() const;
  void bury(const std::string& how, const ProcessEnd& end, std::size_t moved);

  PlainProcess& process_;
  ClassRun& run_;
  const std::vector<WorkItem>& items_;
  const PlainWorker& worker_;
  const SessionContext& context_;

  std::unordered_map<std::string, std::size_t> index_;  // of a method's name in items_
  std::vector<Fate> fate_;
  std::map<std::size_t, Held> held_;
  Phase phase_ = Phase::kStarting;
  bool suite_open_ = false;
  bool in_suite_ = false;  // events are of the class
  bool set_up_ = false;    // a test of the class has begun
  TimePoint since_;
  const TimePoint spawned_;  // before anything was done to start it
  std::size_t current_ = 0;
  int position_ = 0;
  MethodAccount account_;
  std::vector<TestFailure> outside_;    // failures or skips outside of tests, of this suite
  std::vector<TestFailure> in_set_up_;  // those before its first test
  std::string why_never_began_;         // lost before GoogleTest began
  std::string during_;                  // the method in which it was lost
  std::size_t events_ = 0;              // that had an effect on the deadline
  bool flawed_ = false;                 // the stream has lines that are not in their place
  bool repeated_ = false;               // a test began more than once
  bool stream_lost_ = false;            // it ended before the program did
  bool program_passed_ = true;          // as the stream has it
  bool wrote_results_ = false;          // whether they can be read or not
  std::optional<GoogleTestResults> results_;
  std::optional<int> first_failure_;  // the position of it, by the results
  bool set_up_failed_ = false;
  bool any_failed_ = false;
  CapturedOutput printed_outside_;
};

}  // namespace carpool
