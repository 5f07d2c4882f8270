#pragma once

#include <atomic>

#include "session/gang.h"
#include "session/live_worker.h"

namespace carpool {

// One worker, which is asked for many methods at once and need not wait between them.
class GangOfOne final : public Gang {
 public:
  // All outlive the gang. `worker_numbers` is shared by the gangs of one journal.
  GangOfOne(WorkerLauncher& launcher, const SessionContext& context,
            std::atomic<int>& worker_numbers)
      : launcher_(launcher), context_(context), worker_numbers_(worker_numbers) {}

  bool alive() const override { return worker_.process != nullptr; }
  int methods_run() const override { return worker_.methods_run; }
  bool takes_requests_ahead() const override { return true; }
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
  WorkerLauncher& launcher_;
  const SessionContext context_;
  std::atomic<int>& worker_numbers_;
  LiveWorker worker_;
};

}  // namespace carpool
