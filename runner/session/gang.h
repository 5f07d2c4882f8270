#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "session/batch.h"
#include "session/class_run.h"
#include "session/start_up.h"

namespace carpool {

// The workers that serve a session's class together, as the session sees them: one worker, or the
// ranks of a distributed test. All of them live, or none does. Belongs to the session's thread.
class Gang {
 public:
  virtual ~Gang() = default;

  virtual bool alive() const = 0;
  virtual int methods_run() const = 0;  // since it was started

  // Whether methods can be asked for ahead of their turn.
  virtual bool takes_requests_ahead() const = 0;

  // Whether it begins nothing more after a failure by itself, where the run is to stop at its first
  // red result. Otherwise it is asked for one method at a time there.
  virtual bool stops_at_failure() const { return false; }

  // How many names of the class can be asked for at once.
  virtual RequestRoom room_for(const ClassRun&) const { return {}; }

  // Starts the workers and sees them through to the take-over. Only WorkerIsReady and the outcomes
  // of environments leave the gang alive.
  virtual StartUpOutcome start(ClassRun& run, const std::string& reason) = 0;

  // Asks for methods of one class, the first with the id `first_id`; follow() must follow, in the
  // same order.
  virtual void request(const ClassRun& run, const std::vector<WorkItem>& items,
                       std::int64_t first_id) = 0;

  // Follows the gang through methods that it has been asked for, as follow_batch() says.
  virtual BatchOutcome follow(ClassRun& run, const std::vector<WorkItem>& items,
                              std::int64_t first_id) = 0;

  // Tears the live class down, if there is one, and keeps the workers where that goes well.
  virtual void tear_down(ClassRun& run) = 0;

  // The same where a request ahead has asked for it already.
  virtual void follow_tear_down(ClassRun& run) = 0;

  // Asks the workers to end and sees them to their end. `how`: WorkerEnded::how.
  virtual void retire(ClassRun& run, const std::string& how) = 0;

  // Ends the workers at once, since the run is interrupted.
  virtual void interrupt(ClassRun& run) = 0;
};

}  // namespace carpool
