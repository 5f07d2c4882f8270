#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "../worker/channel_posix.h"
#include "../worker/process_state_posix.h"
#include "framework.h"
#include "live_suite.h"
#include "method_reports.h"
#include "test_index.h"

namespace carpool {

// The take-over: serves the runner's requests until it is told to retire, the channel closes, or
// the process turns out to be a forked child of the worker.
class Service {
 public:
  Service(Channel& channel, MethodReports& reports, ProcessState& state);

  // RUN_ALL_TESTS() begins. Called before the framework looks at --gtest_repeat: takes it over as
  // the number of times each method runs.
  void program_starts();

  // Called once, when the global environments are set up. Returns with nothing selected.
  void take_over(const testing::UnitTest& unit_test);

  // The framework has passed over its (deselected) tests.
  void suites_ended();

 private:
  using Clock = std::chrono::steady_clock;

  struct Wanted {
    std::int64_t id;
    std::vector<testing::TestInfo*> tests;  // of that name
  };
  // Methods of one class.
  struct Batch {
    testing::TestSuite* suite;  // nullptr where it is not known
    bool any_known;             // of the methods
    std::int64_t first_id;
    std::vector<Wanted> methods;
  };

  enum class Request { kRun, kTearDown, kRetire };

  void take_repetitions();
  bool say_ready(const testing::UnitTest& unit_test);
  bool must_leave() const;
  Request next_request();
  bool read_batch(const protocol::Message& message);
  void serve();
  Request serve_class(testing::TestSuite& suite);
  bool tell_set_up(std::int64_t duration);
  Request serve_methods(bool set_up_failed);
  void tell_tear_down(bool failed, std::int64_t duration);
  void run_batch();
  void run_method(const Wanted& method);

  Channel& channel_;
  MethodReports& reports_;
  ProcessState& state_;       // after the set-up of the live class, for each of its methods
  ProcessState first_state_;  // at the take-over, for the next class
  std::unique_ptr<TestIndex> index_;
  bool serving_ = false;
  int repetitions_ = 1;
  Batch batch_{nullptr, false, 0, {}};  // of the last request to run
  std::unique_ptr<LiveSuite> live_;
  testing::TestInfo* forked_in_ = nullptr;
};

}  // namespace carpool
