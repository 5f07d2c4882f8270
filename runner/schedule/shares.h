#pragma once

#include <condition_variable>
#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "schedule/run_plan.h"
#include "session/class_run.h"
#include "session/first_red.h"
#include "session/record_sink.h"

namespace carpool {

// What a slot has taken on: classes of one target, to be run one after another.
struct Claim {
  std::size_t target = 0;
  std::vector<ClassRun*> runs;
  const PlannedClass* holder = nullptr;  // whose needs it holds; of several classes none has any

  bool empty() const { return runs.empty(); }
};

// The classes of a plan, each as many times as sessions may share it, handed out to the run's slots
// in the plan's order, and no two at once that must not run beside each other.
class Shares {
 public:
  // All outlive it. Announces all classes to the sink.
  Shares(const RunPlan& plan, RecordSink& sink, const Clock& clock);

  // The next class, for a slot that has none. Waits while all that is left must not run beside what
  // runs; others give back what they hold, since every session ends. Empty: nothing is left.
  Claim next();

  // The same without waiting; empty also where nothing may run now.
  Claim try_next();

  // In exchange for a claim whose last class need not be closed before: the next classes of the
  // same target, at most `most`, and not what would keep another slot waiting. Empty where there is
  // none; the claim then stays in force.
  Claim exchange(const Claim& held, std::size_t most);

  // Gives back what the claim holds. Its classes are closed.
  void done(const Claim& claim);

 private:
  struct Share {
    ClassRun* run;
    const PlannedClass* planned;
  };
  using Waiting = std::list<Share>;

  bool fits(const PlannedClass& planned) const;
  void hold(const PlannedClass& planned);
  void give_back(const PlannedClass& planned);
  int slots_of(const PlannedClass& planned) const;
  Claim take_first_that_fits();

  const RunPlan& plan_;
  FirstRed first_red_;
  std::vector<std::unique_ptr<ClassRun>> runs_;
  mutable std::mutex mutex_;
  std::condition_variable given_back_;
  Waiting waiting_;
  int free_slots_;
  // Holders and how many of their sessions hold: those of one class may run beside each other.
  std::map<const PlannedClass*, int> holders_;
  std::map<std::string, const PlannedClass*> locks_;
};

}  // namespace carpool
