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

testing::internal::SetUpTestSuiteFunc& set_up_hook(testing::TestSuite& suite) {
  return suite.*open(private_access::SuiteSetUp());
}

testing::internal::TearDownTestSuiteFunc& tear_down_hook(testing::TestSuite& suite) {
  return suite.*open(private_access::SuiteTearDown());
}

}  // namespace

void deselect_everything(const testing::UnitTest& unit_test) {
  for (int i = 0; i < unit_test.total_test_suite_count(); ++i) {
    testing::TestSuite& suite = *const_cast<testing::TestSuite*>(unit_test.GetTestSuite(i));
    should_run(suite) = false;
    for (int j = 0; j < suite.total_test_count(); ++j) {
      should_run(*const_cast<testing::TestInfo*>(suite.GetTestInfo(j))) = false;
    }
  }
}

LiveSuite::LiveSuite(testing::TestSuite& suite)
    : suite_(suite), set_up_(set_up_hook(suite)), tear_down_(tear_down_hook(suite)) {
  set_up_hook(suite_) = nullptr;
  tear_down_hook(suite_) = nullptr;
}

LiveSuite::~LiveSuite() {
  set_up_hook(suite_) = set_up_;
  tear_down_hook(suite_) = tear_down_;
}

testing::TestInfo& LiveSuite::method_at(int position) {
  return *const_cast<testing::TestInfo*>(suite_.GetTestInfo(position));
}

void LiveSuite::run() {
  should_run(suite_) = true;
  (suite_.*open(private_access::SuiteRun()))();
  should_run(suite_) = false;
}

void LiveSuite::set_up() {
  clear_results();
  set_up_hook(suite_) = set_up_;
  run();
  set_up_hook(suite_) = nullptr;
}

void LiveSuite::run_methods(const std::vector<int>& positions) {
  selected_ = positions;
  for (const int position : selected_) {
    // What a method came to before would decide whether its body runs now.
    open(private_access::MethodClearResult())(&method_at(position));
    should_run(method_at(position)) = true;
  }
  run();
  stop();
}

void LiveSuite::tear_down() {
  tear_down_hook(suite_) = tear_down_;
  run();
  tear_down_hook(suite_) = nullptr;
}

void LiveSuite::stop() {
  for (const int position : selected_) should_run(method_at(position)) = false;
}

void LiveSuite::clear_results() { (suite_.*open(private_access::SuiteClearResult()))(); }

void LiveSuite::count_in_verdict(const testing::TestInfo& method) {
  should_run(suite_) = true;
  should_run(const_cast<testing::TestInfo&>(method)) = true;
}

}  // namespace carpool
