// Methods whose first attempts fail. What they remember lies outside of the process.
#include <fstream>

#include "victim.h"

namespace {

// Counts the attempts of the method that runs, over all processes of one run.
int attempt() {
  const auto* running = testing::UnitTest::GetInstance()->current_test_info();
  const auto file = victim::scratch() / running->name();
  int count = 0;
  std::ifstream(file) >> count;
  std::ofstream(file) << ++count;
  return count;
}

}  // namespace

TEST(Flaky, PassesAtOnce) { EXPECT_EQ(attempt(), 1); }
TEST(Flaky, FailsOnce) {
  const int number = attempt();
  std::printf("attempt %d\n", number);
  EXPECT_EQ(number, 2);
}
TEST(Flaky, CrashesOnce) {
  if (attempt() == 1) victim::crash();
}
TEST(Flaky, FailsTwice) { EXPECT_EQ(attempt(), 3); }
TEST(Flaky, RunsLast) { victim::expect_sound_process(); }

TEST(StillFails, Always) { FAIL() << "attempt " << attempt(); }
TEST(StillFails, Crashes) {
  attempt();
  victim::crash();
}
TEST(StillFails, RunsLast) { victim::expect_sound_process(); }
