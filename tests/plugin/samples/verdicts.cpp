// How methods can end, and in which order they are asked for.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

// As GoogleTest's own tests do, which reach the private member as a friend of its result.
using ClearParts = void (testing::TestResult::*)();
template <ClearParts clear>
struct TakesBack {
  friend void clear_parts(testing::TestResult& result) { (result.*clear)(); }
};
void clear_parts(testing::TestResult& result);
template struct TakesBack<&testing::TestResult::ClearTestPartResults>;
void take_failures_back() {
  const testing::TestInfo& running = *testing::UnitTest::GetInstance()->current_test_info();
  clear_parts(const_cast<testing::TestResult&>(*running.result()));
}

TEST(Verdicts, Passes) {}
TEST(Verdicts, FailsTwice) {
  EXPECT_EQ(1, 2) << "first";
  FAIL() << "second";
}
TEST(Verdicts, Throws) { throw std::runtime_error("thrown"); }
TEST(Verdicts, Skips) { GTEST_SKIP() << "the reason"; }
TEST(Verdicts, FailsAndSkips) {
  ADD_FAILURE() << "failed";
  GTEST_SKIP() << "skipped";
}
TEST(Verdicts, TakesItsFailureBack) {
  ADD_FAILURE() << "taken back";
  take_failures_back();
}
TEST(Verdicts, DISABLED_Passes) {}
TEST(Verdicts, FailsOften) {
  for (int i = 0; i < 450; ++i) ADD_FAILURE() << i;
}
TEST(Verdicts, SaysMuch) { ADD_FAILURE() << std::string(300 * 1024, 'x'); }
TEST(Verdicts, SaysOddBytes) { ADD_FAILURE() << "tab\there, percent % and line\nend"; }
TEST(Verdicts, FailsInThreads) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([] {
      for (int j = 0; j < 10; ++j) ADD_FAILURE() << "in a thread";
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(Order, First) {}
TEST(Order, Second) {}
TEST(Order, Third) {}

static int runs = 0;
TEST(Repeated, FailsFirst) { ASSERT_NE(++runs, 1); }

class Constructor : public testing::Test {
 protected:
  Constructor() { ADD_FAILURE() << "in the constructor"; }
};
TEST_F(Constructor, Fails) {}

class Typed : public testing::Test {};
template <typename T>
class TypedSuite : public Typed {};
using Types = testing::Types<int, char>;
TYPED_TEST_SUITE(TypedSuite, Types);
TYPED_TEST(TypedSuite, Runs) {}

class Valued : public testing::TestWithParam<std::string> {};
TEST_P(Valued, Runs) { EXPECT_FALSE(GetParam().empty()); }
INSTANTIATE_TEST_SUITE_P(In, Valued, testing::Values("a\tb", "%", ""));
