// Both death-test styles fork, and one of them starts the executable anew. Neither child is a worker.
#include "victim.h"

class FastDeathTest : public testing::Test {
 protected:
  void SetUp() override { testing::FLAGS_gtest_death_test_style = "fast"; }
};
class ThreadsafeDeathTest : public testing::Test {
 protected:
  void SetUp() override { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
};

#define DEATH_TESTS(Suite)                                                     \
  TEST_F(Suite, Dies) { EXPECT_DEATH(std::abort(), ""); }                      \
  TEST_F(Suite, DiesWithMessage) {                                             \
    EXPECT_DEATH({ victim::say("last words\n", 2); std::abort(); }, "last words"); \
  }                                                                            \
  TEST_F(Suite, Exits) { EXPECT_EXIT(std::exit(7), testing::ExitedWithCode(7), ""); } \
  TEST_F(Suite, IsKilled) {                                                    \
    EXPECT_EXIT(victim::crash(), testing::KilledBySignal(SIGSEGV), "");        \
  }                                                                            \
  TEST_F(Suite, DoesNotDie) { EXPECT_DEATH(static_cast<void>(0), ""); }        \
  TEST_F(Suite, DiesOfSomethingElse) { EXPECT_DEATH(std::abort(), "expected words"); } \
  TEST_F(Suite, RunsNext) { victim::expect_sound_process(); }

DEATH_TESTS(FastDeathTest)
DEATH_TESTS(ThreadsafeDeathTest)
