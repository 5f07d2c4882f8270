// Trouble in SetUpTestSuite and TearDownTestSuite: an assertion, an exception, a skip, a crash, an
// exit. (Hangs are in hangs.cpp, for their limit.)
#include <fstream>
#include <stdexcept>

#include "victim.h"

#define SUITE_SET_UP(Suite, statement)                   \
  class Suite : public testing::Test {                   \
   protected:                                            \
    static void SetUpTestSuite() { statement; }          \
  };                                                     \
  TEST_F(Suite, First) { std::printf("body\n"); }        \
  TEST_F(Suite, Second) { std::printf("body\n"); }

#define SUITE_TEAR_DOWN(Suite, statement)                \
  class Suite : public testing::Test {                   \
   protected:                                            \
    static void TearDownTestSuite() { statement; }       \
  };                                                     \
  TEST_F(Suite, First) { std::printf("first body\n"); }  \
  TEST_F(Suite, Second) { victim::expect_sound_process(); }

SUITE_SET_UP(SetUpFails, FAIL() << "no database today")
SUITE_SET_UP(SetUpAddsFailure, ADD_FAILURE() << "half a database")
SUITE_SET_UP(SetUpThrows, throw std::runtime_error("thrown in set-up"))
// GoogleTest 1.12 runs the methods all the same, later ones skip them: as without Carpool.
SUITE_SET_UP(SetUpSkips, GTEST_SKIP() << "no device here")
SUITE_SET_UP(SetUpCrashes, victim::say("crashing in set-up\n"); victim::crash())
SUITE_SET_UP(SetUpExits, std::exit(0))

SUITE_TEAR_DOWN(TearDownFails, ADD_FAILURE() << "could not drop the database")
SUITE_TEAR_DOWN(TearDownThrows, throw std::runtime_error("thrown in tear-down"))
SUITE_TEAR_DOWN(TearDownCrashes, victim::say("crashing in tear-down\n"); victim::crash())
SUITE_TEAR_DOWN(TearDownExits, std::exit(0))

// Set-up and tear-down run once for a worker, whatever the number of methods.
class SetUpOnce : public testing::Test {
 protected:
  static void SetUpTestSuite() { ++set_ups; }
  static void TearDownTestSuite() {
    EXPECT_EQ(set_ups, 1);
    std::ofstream(victim::scratch() / "torn_down", std::ios::app) << "torn down\n";
  }
  static int set_ups;
};
int SetUpOnce::set_ups = 0;
TEST_F(SetUpOnce, First) { EXPECT_EQ(set_ups, 1); }
TEST_F(SetUpOnce, Second) { EXPECT_EQ(set_ups, 1); }
TEST_F(SetUpOnce, Third) { EXPECT_EQ(set_ups, 1); }
