#pragma once

#include <atomic>

#include "session/gang.h"
#include "session/live_gang.h"

namespace carpool {

// Several workers that run each method of a class together. They enter it together, and none is
// asked for the next before all have ended it.
class GangOfRanks final : public Gang {
 public:
  // All outlive the gang. `size`: at least 1.
  GangOfRanks(std::size_t size, GangLauncher& launcher, const SessionContext& context,
              std::atomic<int>& worker_numbers)
      : size_(size), launcher_(launcher), context_(context), worker_numbers_(worker_numbers) {}

  bool alive() const override { return gang_.alive(); }
  int methods_run() const override { return gang_.methods_run; }
  bool takes_requests_ahead() const override { return false; }
  StartUpOutcome start(ClassRun& run, const std::string& reason) override;
  void request(const ClassRun&, const std::vector<WorkItem>&, std::int64_t) override {}
  BatchOutcome follow(ClassRun& run, const std::vector<WorkItem>& items,
                      std::int64_t first_id) override;
  void tear_down(ClassRun& run) override;
  void follow_tear_down(ClassRun& run) override { tear_down(run); }
  void retire(ClassRun& run, const std::string& how) override;
  void interrupt(ClassRun& run) override;

 private:
  const std::size_t size_;
  GangLauncher& launcher_;
  const SessionContext context_;
  std::atomic<int>& worker_numbers_;
  LiveGang gang_;
};

}  // namespace carpool
