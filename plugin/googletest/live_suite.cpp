#include "live_suite.h"

#include "private_access.h"

namespace carpool {
namespace {

bool& should_run(testing::TestSuite& suite) {
  return suite.*open(private_access::SuiteShouldRun());
}

bool& should_run(testing::TestInfo& method) {
  return method.*open(private_access::MethodShouldRun());
}

testing::internal::TearDownTestSuiteFunc& tear_down_hook(testing::TestSuite& suite) {
  return suite.*open(private_access::SuiteTearDown());
}

void deselect(testing::TestSuite& suite) {
  should_run(suite) = false;
  for (int i = 0; i < suite.total_test_count(); ++i) {
    should_run(*const_cast<testing::TestInfo*>(suite.GetTestInfo(i))) = false;
  }
}

// The framework knows tear-downs as plain functions only.
LiveSuite* running = nullptr;

}  // namespace

void deselect_everything(const testing::UnitTest& unit_test) {
  for (int i = 0; i < unit_test.total_test_suite_count(); ++i) {
    deselect(*const_cast<testing::TestSuite*>(unit_test.GetTestSuite(i)));
  }
}

LiveSuite::LiveSuite(testing::TestSuite& suite)
    : suite_(suite), tear_down_(tear_down_hook(suite)) {}

// Stands in for the tear-down of the class.
void LiveSuite::go_inside() {
  LiveSuite& live = *running;
  live.skips_methods_ = live.suite_.ad_hoc_test_result().Skipped();
  const bool tears_down = (*live.inside_)();
  live.returned_ = true;
  if (tears_down && live.tear_down_ != nullptr) live.tear_down_();
}

// The framework's own loop over the methods finds none of them selected. What it calls next is the
// tear-down, which is where they run.
bool LiveSuite::run(const std::function<bool()>& inside) {
  clear_results();
  inside_ = &inside;
  running = this;
  tear_down_hook(suite_) = go_inside;
  should_run(suite_) = true;
  (suite_.*open(private_access::SuiteRun()))();
  tear_down_hook(suite_) = tear_down_;
  deselect(suite_);
  return returned_;
}

void LiveSuite::run_method(testing::TestInfo& method) {
  // What the method came to before would decide whether its body runs now.
  open(private_access::MethodClearResult())(&method);
  // Selected until the class has ended: the framework counts for listeners what is selected.
  should_run(method) = true;
#if CARPOOL_GOOGLETEST_SKIPS_METHODS_WITH_CLASS
  if (skips_methods_) return (method.*open(private_access::MethodSkip()))();
#endif
  (method.*open(private_access::MethodRun()))();
}

void LiveSuite::count_in_verdict(testing::TestInfo& method) {
  should_run(suite_) = true;
  should_run(method) = true;
}

void LiveSuite::clear_results() { (suite_.*open(private_access::SuiteClearResult()))(); }

}  // namespace carpool
