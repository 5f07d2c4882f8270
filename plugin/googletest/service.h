#pragma once

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

  // Before the framework looks at --gtest_repeat: takes it over as the number of times each method
  // runs.
  void take_repetitions();

  // Called once, when the global environments are set up. Returns with nothing selected.
  void take_over(const testing::UnitTest& unit_test);

  // The framework has come to the end of a method. In a forked child, where a test's code came back
  // from a fork: keeps the child from running the rest of its parent's batch.
  void method_ended(const testing::TestInfo& method);

  // The framework has passed over its (deselected) tests.
  void suites_ended();

 private:
  struct Wanted {
    std::int64_t id;
    std::vector<int> positions;
  };

  bool say_ready(const testing::UnitTest& unit_test);
  void serve();
  void run(const protocol::Message& request);
  bool change_class(testing::TestSuite& suite);
  void tear_down();
  void run_in_order(const std::vector<Wanted>& methods);
  void run_at_once(const std::vector<Wanted>& methods, std::size_t first, std::size_t last);
  bool follows(const Wanted& method, const Wanted& next) const;
  bool must_leave() const;

  Channel& channel_;
  MethodReports& reports_;
  ProcessState& state_;       // after the set-up of the live class, for each of its methods
  ProcessState first_state_;  // at the take-over, for the next class
  std::unique_ptr<TestIndex> index_;
  std::unique_ptr<LiveSuite> live_;
  bool set_up_failed_ = false;
  int repetitions_ = 1;
  const testing::TestInfo* forked_in_ = nullptr;
};

}  // namespace carpool
