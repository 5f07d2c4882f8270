#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "session/class_run.h"
#include "session/gang.h"
#include "session/live_worker.h"

namespace carpool {

struct SessionRules {
  bool keep_worker_between_classes = false;  // REUSE TARGET
  int recycle_after = 0;                     // methods per worker; 0: never
  SessionLimits limits;
};

// The runner's conversation with one gang after another, from the first spawn to the last
// retirement, restarts included. Straight-line code that belongs to one thread; several sessions
// may share a ClassRun. Guarantees that it ends: every wait has a deadline, and so has every series
// of failed starts.
class Session {
 public:
  // All outlive the session.
  Session(const SessionRules& rules, Gang& gang, const Clock& clock);

  // Runs the class's methods until none is left to be handed out.
  void serve(ClassRun& run);

  // Runs one method of a class on demand, and again where it is to be tried again.
  void serve_method(ClassRun& run, std::size_t method);

  // Runs several classes, of which nobody else has a share, and closes all but one. With REUSE
  // TARGET the worker is asked for as many of them as possible at once, so that it need not wait
  // for a word between one tiny class and the next. Gives the class to be closed: the worker may
  // still hold its fixture.
  ClassRun& serve_all(const std::vector<ClassRun*>& runs);

  // How many classes serve_all() should be given: as many as take a moment.
  std::size_t classes_at_once() const;

  // Whether it was told to stop: it runs nothing any more, and its gang is gone.
  bool interrupted() const { return interrupted_; }

  // Ends this session's part in the class it has served and leaves it. `keep_worker`: another class
  // follows; its worker may go on where the rules allow it.
  void close(ClassRun& run, bool keep_worker);

 private:
  void serve_pending(ClassRun& run);
  void serve_items(ClassRun& run, const std::vector<WorkItem>& items);
  bool make_ready(ClassRun& run, const WorkItem& first);
  bool start(ClassRun& run, const std::string& reason);
  std::size_t batch_size(const ClassRun& run) const;
  std::int64_t request(const ClassRun& run, const std::vector<WorkItem>& items);
  void run_items(ClassRun& run, const std::vector<WorkItem>& items);
  void follow_items(ClassRun& run, const std::vector<WorkItem>& items, std::int64_t first_id);

  // One class of several that the gang has been asked for.
  struct Leg {
    ClassRun* run;
    std::vector<WorkItem> items;
    std::int64_t first_id = 0;
  };
  std::vector<Leg> take_legs(const std::vector<ClassRun*>& runs, std::size_t first);
  std::size_t ride(const std::vector<ClassRun*>& runs, std::size_t first);
  void leave_behind(ClassRun& run);
  void note_speed(std::size_t methods, std::chrono::nanoseconds time);

  const SessionRules rules_;
  Gang& gang_;
  const Clock& clock_;
  std::int64_t next_id_ = 1;
  std::string next_reason_ = "first";        // why the next worker will be started
  int failed_starts_ = 0;                    // in a row, for one class
  std::chrono::nanoseconds method_time_{0};  // recent mean, for the size of shared batches
  std::chrono::nanoseconds class_time_{0};   // recent mean, for classes_at_once()
  std::vector<ClassRun*> left_open_;         // passed by, with methods to be tried again
  bool interrupted_ = false;
};

}  // namespace carpool
