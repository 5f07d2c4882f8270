// What one rank of four does under a launcher that kills all of them for its sake, so that the
// runner sees several end at once and is told of none how.
#include <carpool/rank.h>

#include "victim.h"

void crash() { std::abort(); }

#define NEXT_GANG(class_name)                      \
  TEST(class_name, NextGang) {                     \
    victim::expect_sound_process();                \
    EXPECT_EQ(carpool::all_gather("").size(), 4u); \
  }

class EndsWithoutAWord : public testing::TestWithParam<int> {};

TEST_P(EndsWithoutAWord, ByExit) {
  if (carpool::rank() == GetParam()) _exit(3);
  carpool::barrier();
}
TEST_P(EndsWithoutAWord, Killed) {
  if (carpool::rank() == GetParam()) raise(SIGKILL);
  carpool::barrier();
}
INSTANTIATE_TEST_SUITE_P(Rank, EndsWithoutAWord, testing::Range(0, 4));

TEST(Crashes, InACollective) {
  if (carpool::rank() == 2) crash();
  carpool::barrier();
}
NEXT_GANG(Crashes)

class CrashesInSetUp : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    carpool::barrier();
    if (carpool::rank() == 1) crash();
    carpool::barrier();
  }
};
TEST_F(CrashesInSetUp, One) {}

class CrashesInTearDown : public testing::Test {
 protected:
  static void TearDownTestSuite() {
    if (carpool::rank() == 3) crash();
    carpool::barrier();
  }
};
TEST_F(CrashesInTearDown, One) {}

TEST(Sound, Gathers) {
  EXPECT_EQ(carpool::world_size(), 4);
  EXPECT_EQ(carpool::all_gather(std::to_string(carpool::rank())),
            (std::vector<std::string>{"0", "1", "2", "3"}));
}
TEST(Sound, Prints) { std::printf("rank %d prints\n", carpool::rank()); }
