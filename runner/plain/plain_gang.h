#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "plain/plain_process.h"
#include "session/gang.h"
#include "session/live_worker.h"

namespace carpool {

// Runs methods in an ordinary GoogleTest program, which runs all that it is asked for at its start
// and ends: a process for each batch of a class instead of one that lives on. Its event stream
// says where it is, so that a crash or a hang costs one method here too; what it says of a test is
// held against the JSON that it writes at its end: PlainBatch says how, and what is run again where
// the two differ or there is no JSON.
class PlainGang final : public Gang {
 public:
  // All outlive the gang. `worker_numbers` is shared by the gangs of one journal.
  PlainGang(PlainLauncher& launcher, const SessionContext& context,
            std::atomic<int>& worker_numbers)
      : launcher_(launcher), context_(context), worker_numbers_(worker_numbers) {}

  bool alive() const override { return is_ready_; }
  int methods_run() const override { return 0; }  // each process is the first of its kind
  bool takes_requests_ahead() const override { return false; }
  bool stops_at_failure() const override { return true; }
  RequestRoom room_for(const ClassRun& run) const override;
  StartUpOutcome start(ClassRun& run, const std::string& reason) override;
  void request(const ClassRun& run, const std::vector<WorkItem>& items,
               std::int64_t first_id) override;
  BatchOutcome follow(ClassRun& run, const std::vector<WorkItem>& items,
                      std::int64_t first_id) override;
  void tear_down(ClassRun& run) override;
  void follow_tear_down(ClassRun& run) override;
  void retire(ClassRun& run, const std::string& how) override;
  void interrupt(ClassRun& run) override;

 private:
  PlainLauncher& launcher_;
  const SessionContext context_;
  std::atomic<int>& worker_numbers_;
  bool is_ready_ = false;  // to be asked: there is no process before that
  std::string reason_;     // why the next process is started
};

}  // namespace carpool
