#pragma once

#include <vector>

#include "framework.h"

namespace carpool {

// Takes every test out of the framework's selection, so that nothing runs but what a LiveSuite
// runs, and the framework's own verdict at the end counts none of it.
void deselect_everything(const testing::UnitTest& unit_test);

// A class whose set-up and tear-down are apart from the running of its methods: set_up() once,
// run_methods() as often as wanted, tear_down() once. All of them are GoogleTest's own
// TestSuite::Run() with parts of the class switched off. Borrows the class; the selection is empty
// between calls.
class LiveSuite {
 public:
  explicit LiveSuite(testing::TestSuite& suite);
  ~LiveSuite();
  LiveSuite(const LiveSuite&) = delete;
  LiveSuite& operator=(const LiveSuite&) = delete;

  const testing::TestSuite& suite() const { return suite_; }

  void set_up();
  void run_methods(const std::vector<int>& positions);
  void tear_down();

  // Within run_methods(): none of the methods that have not begun will.
  void stop();

  // Forgets what the class's tests came to, so that the framework ends as if they had not run.
  void clear_results();

  // For a forked child that ends by itself: puts the method it came from back into the selection,
  // so that its failure counts for the exit code.
  void count_in_verdict(const testing::TestInfo& method);

 private:
  void run();
  testing::TestInfo& method_at(int position);

  testing::TestSuite& suite_;
  testing::internal::SetUpTestSuiteFunc set_up_;
  testing::internal::TearDownTestSuiteFunc tear_down_;
  std::vector<int> selected_;
};

}  // namespace carpool
