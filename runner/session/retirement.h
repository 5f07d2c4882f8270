#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "session/live_worker.h"

namespace carpool {

// The conversation with one worker from the last method to the end of the process, or just to the
// end of suite tear-down, one happening at a time.
class Retirement {
 public:
  enum class Step { kGoOn, kDone };

  // `who`: stands in front of what is said about it; "rank 2: ".
  Retirement(LiveWorker& worker, ClassRun& run, const SessionContext& context,
             std::string who = "");

  // One of the three comes first. `how`: WorkerEnded::how where all goes well.
  void ask_to_retire(const std::string& how);
  void ask_for_tear_down();
  void expect_tear_down() { only_tear_down_ = true; }

  // How far it has come. Each step has a limit of its own.
  enum class Stage { kTearDown, kEnvironments, kExit };
  Stage stage() const;
  std::chrono::milliseconds limit() const;

  // Of the step that it is in, from its own beginning.
  TimePoint deadline() const;

  // Set where the worker has closed its channel too early: until then its process has to end.
  std::optional<TimePoint> last_gasp() const { return said_bye_ ? std::nullopt : last_gasp_; }

  // Once it is done, the worker holds no process, unless only its tear-down was asked for and went
  // well.
  Step take(const Happening& happening);

  // Whether it came to its end as it should.
  bool ended_well() const { return ended_well_; }

  // Ends the worker, since it cannot be waited for any longer.
  void abort(const std::string& reason);

 private:
  Step take_message(const protocol::Message& message);
  Step take_torn_down(const protocol::Message& message);
  Step worker_ended(const ProcessEnd& end);
  void report_environment_failures();
  Step fail(const std::string& reason, std::optional<ProcessEnd> end, const std::string& how);
  std::string step_in_words() const;

  LiveWorker& worker_;
  ClassRun& run_;
  const SessionContext& context_;
  const std::string who_;
  const TimePoint asked_;
  TimePoint step_began_ = asked_;
  std::optional<TimePoint> last_gasp_;
  std::string how_;
  bool only_tear_down_ = false;
  bool torn_down_ = false;
  bool said_bye_ = false;
  bool ended_well_ = false;
  int lines_ = 0;
};

// Sees a worker out in good order: suite tear-down, global environments' tear-down, the end of
// main(). Each step has a deadline; whatever goes wrong becomes trouble of the class `run`. Nothing
// where there is no worker.
void retire_worker(LiveWorker& worker, ClassRun& run, const std::string& how,
                   const SessionContext& context);

// Lets the worker tear down the fixture of the class it has served, so that the class can be closed
// while the worker goes on to another. The worker is gone afterwards if that went wrong.
void tear_down_class(LiveWorker& worker, ClassRun& run, const SessionContext& context);

// The same where the worker does so unasked, since it has been asked to run another class.
void follow_tear_down(LiveWorker& worker, ClassRun& run, const SessionContext& context);

}  // namespace carpool
