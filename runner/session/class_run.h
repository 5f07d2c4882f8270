#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "journal/record.h"
#include "session/first_red.h"
#include "session/record_sink.h"
#include "session/worker.h"

namespace carpool {

// A class as it is to be run.
struct ClassPlan {
  struct Method {
    std::string name;
    bool alone = false;     // wants a process of its own
    bool disabled = false;  // of a class on demand: to be run only by those who insist
  };
  std::string target;
  std::string name;
  std::vector<Method> methods;
  std::vector<std::string> disabled;  // known, not to be run
  int retries = 0;
  bool on_demand = false;  // a method is to be run only once somebody has asked for it
};

// How much may be asked for at once.
struct RequestRoom {
  std::size_t bytes = 48u << 10;  // so that a request fits into a socket's buffer
  std::size_t beside_name = 1;    // what each name takes beyond its own bytes
};

// One method handed out to a session.
struct WorkItem {
  std::size_t method = 0;  // index into ClassPlan::methods
  int attempt = 1;
  bool alone = false;
  bool again = false;  // has run without coming to a verdict
  // Then: it did not pass, but whether it failed or was skipped is not known. A pass is flaky.
  bool did_not_pass = false;
};

// The account of one class while it runs: which methods are still to be run, and that each gets
// exactly one terminal record. Shared by `shares` sessions; each calls leave() once, and the last
// to leave closes the account.
class ClassRun {
 public:
  // All references outlive the account. Announces the class to the sink. `shares`: at least 1.
  // `first_red`: where the run stops at its first red result; null: it does not.
  ClassRun(ClassPlan plan, int shares, RecordSink& sink, const Clock& clock,
           FirstRed* first_red = nullptr);

  const ClassPlan& plan() const { return plan_; }
  const std::string& method_name(const WorkItem& item) const {
    return plan_.methods[item.method].name;
  }

  void leave();

  // Of a class on demand: announces one method, which is to be run. Nobody has asked for it before.
  void want(std::size_t method);

  // Gives up one method that was wanted and has not been taken. False where it has been.
  bool withdraw(std::size_t method, MethodStatus status, const std::string& reason);

  // How many sessions have not left yet.
  int sessions() const { return sessions_.load(); }
  std::size_t pending() const;
  // Whether a method is pending that wants no process of its own.
  bool may_share_worker() const;

  // Whether the run stops at its first red result: a worker is not to be asked for more than it may
  // begin whatever becomes of the method before.
  bool stops_at_first_red() const { return first_red_of_run_ != nullptr; }

  // Hands out up to `most` methods that may share a worker and whose names have room, or one that
  // may not share. Empty once there is nothing more to do.
  std::vector<WorkItem> take(std::size_t most, const RequestRoom& room = {});

  // Hands out just this method; empty where it is not to be run.
  std::vector<WorkItem> take_method(std::size_t method);

  // The first method is about to run, later than it was taken.
  void begin();
  // What was taken is not about to run after all: the class begins when something is taken again.
  void begin_later();

  // Takes back what was not begun; it is the next to be handed out. Gives how many of them will be.
  std::size_t give_back(const std::vector<WorkItem>& items);

  // One attempt at a method has ended. Fills in the names, decides whether it is tried again,
  // and passes the record on.
  void finish(const WorkItem& item, MethodFinished record);

  // Trouble of the class itself. The first trouble's words stay; the worst status stays.
  void note_trouble(ClassStatus status, const std::string& reason);

  // Nothing more of the class is run: what is pending becomes not_run for this reason.
  void give_up(ClassStatus status, const std::string& reason);
  // The same, with a green outcome: all pending methods are skipped.
  void skip_rest(const std::string& reason);
  // The same where the class itself is not to blame: what is pending is not_run.
  void leave_out_rest(const std::string& reason);
  bool given_up() const;

  // Whether the class can only be red by now, however its remaining methods end.
  bool is_red() const;

  // What went wrong in the end of its workers since this was asked last; empty where all went well.
  std::string take_tear_down_trouble();

  // Counts workers that ended without getting a single method done; note_progress() starts over.
  int note_fruitless_worker() { return ++fruitless_workers_; }
  void note_progress() { fruitless_workers_ = 0; }

 private:
  std::deque<WorkItem>& queue_of(const WorkItem& item) {
    return item.alone ? pending_alone_ : pending_;
  }
  std::optional<WorkItem> take_out(std::size_t method);
  void mark_finished(const WorkItem& item);
  void account_for_disabled();
  void drop_rest(MethodStatus status, const std::string& reason);
  void drop_unbegun_after_red();
  void finish_rest();
  void finish_unrun(const WorkItem& item, MethodStatus status, const std::string& reason);
  ClassStatus status() const;
  void put_final(MethodStatus status, MethodFinished record);

  const ClassPlan plan_;
  RecordSink& sink_;
  const Clock& clock_;
  FirstRed* const first_red_of_run_;
  std::atomic<int> sessions_;
  std::atomic<int> fruitless_workers_{0};
  mutable std::mutex mutex_;
  std::deque<WorkItem> pending_;  // may share a worker
  std::deque<WorkItem> pending_alone_;
  std::vector<MethodStatus> first_red_;  // per method, of an attempt that is tried again
  std::vector<char> finished_;           // per method: has its terminal record
  std::size_t finals_[16] = {};          // per MethodStatus
  std::optional<TimePoint> began_;       // when the first method was handed out
  std::vector<TimePoint> taken_at_;      // per method, of a class on demand
  std::chrono::nanoseconds in_use_{0};   // of a class on demand: from taken to finished, added up
  bool given_up_ = false;
  MethodStatus rest_status_ = MethodStatus::kNotRun;  // of what is pending once given up
  std::string rest_reason_;
  ClassStatus trouble_ = ClassStatus::kPassed;
  std::string reason_;
  std::string tear_down_trouble_;  // not taken yet
};

}  // namespace carpool
