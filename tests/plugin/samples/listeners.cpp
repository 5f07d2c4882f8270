// A listener that is there before Carpool's, because a static object registers it, and does at one
// event what the environment variable SAMPLE says.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace {

void act(const std::string& event) {
  const char* const value = std::getenv("SAMPLE");
  const std::string sample = value != nullptr ? value : "";
  if (sample == event + " fails") ADD_FAILURE() << "failed at " << event;
  if (sample == event + " prints") std::printf("printed at %s\n", event.c_str());
  if (sample == event + " throws") throw std::runtime_error("thrown at " + event);
  if (sample == event + " crashes") std::abort();
}

class Listener : public testing::EmptyTestEventListener {
  void OnTestSuiteStart(const testing::TestSuite& suite) override {
    std::printf("%s starts\n", suite.name());
    act("suite start");
  }
#ifndef GTEST_REMOVE_LEGACY_TEST_CASEAPI_
  void OnTestCaseStart(const testing::TestCase& suite) override {
    std::printf("%s starts as a case\n", suite.name());
  }
#endif
  void OnTestStart(const testing::TestInfo& method) override {
    if (method.name() == std::string("Second")) act("start");
  }
  void OnTestEnd(const testing::TestInfo& method) override {
    if (method.name() == std::string("Second")) act("end");
  }
  void OnTestSuiteEnd(const testing::TestSuite& suite) override {
    std::printf("%s ends, %d passed, %d failed\n", suite.name(), suite.successful_test_count(),
                suite.failed_test_count());
    act("suite end");
  }
};

const bool registered = [] {
  testing::UnitTest::GetInstance()->listeners().Append(new Listener);
  return true;
}();

class Heard : public testing::Test {
 protected:
  static void SetUpTestSuite() { std::printf("set up\n"); }
  static void TearDownTestSuite() { std::printf("torn down\n"); }
};

}  // namespace

TEST_F(Heard, First) {}
TEST_F(Heard, Second) { std::printf("second\n"); }
TEST_F(Heard, Third) {}
TEST_F(Heard, Fails) { ADD_FAILURE(); }

TEST(HeardToo, First) {}

TEST(Nested, RunsAllTests) { EXPECT_EQ(RUN_ALL_TESTS(), 0); }
TEST(Nested, Innocent) {}
