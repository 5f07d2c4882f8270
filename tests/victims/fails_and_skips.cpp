// The ordinary outcomes of a method, and their odd mixtures.
#include <stdexcept>

#include "victim.h"

TEST(Outcomes, Passes) { SUCCEED(); }
TEST(Outcomes, Fails) { EXPECT_EQ(1 + 1, 3) << "arithmetic"; }
TEST(Outcomes, FailsFatally) {
  ASSERT_TRUE(false) << "fatal";
  std::printf("never printed\n");
}
TEST(Outcomes, FailsTwice) {
  ADD_FAILURE() << "one";
  ADD_FAILURE() << "two";
}
TEST(Outcomes, FailsElsewhere) { ADD_FAILURE_AT("somewhere/else.cpp", 4711) << "elsewhere"; }
TEST(Outcomes, Skips) { GTEST_SKIP() << "no device"; }
TEST(Outcomes, SkipsWithoutReason) { GTEST_SKIP(); }
TEST(Outcomes, SkipsThenFails) {
  [] { GTEST_SKIP() << "skipped first"; }();
  FAIL() << "failed later";
}
TEST(Outcomes, FailsThenSkips) {
  ADD_FAILURE() << "failed first";
  GTEST_SKIP() << "skipped later";
}
TEST(Outcomes, ThrowsException) { throw std::runtime_error("thrown on purpose"); }
TEST(Outcomes, ThrowsInteger) { throw 42; }
TEST(Outcomes, FailsInThread) {
  std::thread([] { ADD_FAILURE() << "from another thread"; }).join();
}
TEST(Outcomes, FailsWithOddBytes) { ADD_FAILURE() << "tab\tnewline\npercent %41 \xff \x01 end"; }
TEST(Outcomes, FailsManyTimes) {
  for (int count = 0; count < 1000; ++count) ADD_FAILURE() << "number " << count;
}
TEST(Outcomes, FailsAtLength) { ADD_FAILURE() << std::string(1 << 20, 'z'); }
TEST(Outcomes, PassesInTheEnd) { victim::expect_sound_process(); }

class ThrowingFixture : public testing::Test {
 protected:
  ThrowingFixture() { throw_in("InConstructor"); }
  void SetUp() override { throw_in("InSetUp"); }
  void TearDown() override { throw_in("InTearDown"); }

 private:
  static void throw_in(const std::string& method) {
    const auto* running = testing::UnitTest::GetInstance()->current_test_info();
    if (running->name() == method) throw std::logic_error("thrown by " + method);
  }
};
TEST_F(ThrowingFixture, InConstructor) {}
TEST_F(ThrowingFixture, InSetUp) { std::printf("never printed\n"); }
TEST_F(ThrowingFixture, InTearDown) {}
TEST_F(ThrowingFixture, Nowhere) { victim::expect_sound_process(); }

TEST(AllSkipped, First) { GTEST_SKIP() << "not today"; }
TEST(AllSkipped, Second) { GTEST_SKIP() << "not today either"; }

class SkippingFixture : public testing::Test {
 protected:
  void SetUp() override { GTEST_SKIP() << "skipped in set-up"; }
};
TEST_F(SkippingFixture, First) { FAIL() << "never reached"; }

TEST(SomeDisabled, Runs) { victim::expect_sound_process(); }
TEST(SomeDisabled, DISABLED_Fails) { FAIL() << "ran although disabled"; }

TEST(AllDisabled, DISABLED_Fails) { FAIL() << "ran although disabled"; }

TEST(DISABLED_Suite, Fails) { FAIL() << "ran although disabled"; }

TEST(PassesWithRecords, Records) { RecordProperty("answer", 42); }
