#pragma once

#include <functional>

#include "framework.h"

namespace carpool {

// Takes every test out of the framework's selection, so that nothing runs but what a LiveSuite
// runs, and the framework's own verdict at the end counts none of it.
void deselect_everything(const testing::UnitTest& unit_test);

// A class whose methods run one by one, in any order, between its set-up and its tear-down. All of
// it happens within one TestSuite::Run() of GoogleTest's own, so that listeners hear of one start
// and one end. Borrows the class; nothing of it is selected before or afterwards.
class LiveSuite {
 public:
  explicit LiveSuite(testing::TestSuite& suite);
  LiveSuite(const LiveSuite&) = delete;
  LiveSuite& operator=(const LiveSuite&) = delete;

  const testing::TestSuite& suite() const { return suite_; }

  // Sets the class up, calls `inside`, and tears the class down if that returns true. False where
  // an exception kept `inside` from returning: the framework has recorded it as a failure.
  bool run(const std::function<bool()>& inside);

  // Within run(): runs one method of the class, or skips it where the framework does so because the
  // set-up of the class was skipped.
  void run_method(testing::TestInfo& method);

  // Forgets what the class's tests came to, so that the framework ends as if they had not run.
  void clear_results();

  // For a forked child that ends by itself, after run(): puts the method it came from back into the
  // selection, so that its failure counts for the exit code.
  void count_in_verdict(testing::TestInfo& method);

 private:
  static void go_inside();

  testing::TestSuite& suite_;
  const testing::internal::TearDownTestSuiteFunc tear_down_;
  const std::function<bool()>* inside_ = nullptr;
  bool skips_methods_ = false;
  bool returned_ = false;
};

}  // namespace carpool
