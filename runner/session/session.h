#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "session/class_run.h"
#include "session/live_worker.h"

namespace carpool {

struct SessionRules {
  bool keep_worker_between_classes = false;  // REUSE TARGET
  int recycle_after = 0;                     // methods per worker; 0: never
  SessionLimits limits;
};

// The runner's conversation with one worker after another, from the first spawn to the last
// retirement, restarts included. Straight-line code that belongs to one thread; several sessions
// may share a ClassRun. Guarantees that it ends: every wait has a deadline, and so has every series
// of failed starts.
class Session {
 public:
  // All outlive the session. `worker_numbers` is shared by the sessions of one journal.
  Session(SessionRules rules, WorkerLauncher& launcher, RecordSink& sink, const Clock& clock,
          std::atomic<int>& worker_numbers);

  // Runs the class's methods until none is left to be handed out.
  void serve(ClassRun& run);

  // Ends this session's part in the class it has served and leaves it. `keep_worker`: another class
  // follows; its worker may go on where the rules allow it.
  void close(ClassRun& run, bool keep_worker);

 private:
  bool make_ready(ClassRun& run, const WorkItem& first);
  bool start(ClassRun& run, const std::string& reason);
  std::size_t batch_size(const ClassRun& run) const;
  void run_items(ClassRun& run, const std::vector<WorkItem>& items);
  void note_speed(std::size_t methods, std::chrono::nanoseconds time);

  const SessionRules rules_;
  WorkerLauncher& launcher_;
  const SessionContext context_;
  std::atomic<int>& worker_numbers_;
  LiveWorker worker_;
  std::int64_t next_id_ = 1;
  std::string next_reason_ = "first";        // why the next worker will be started
  int failed_starts_ = 0;                    // in a row
  std::chrono::nanoseconds method_time_{0};  // recent mean, for the size of shared batches
  bool interrupted_ = false;
};

}  // namespace carpool
