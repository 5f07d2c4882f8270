// Methods that end the process, and children that must not speak for it.
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <thread>

namespace {

volatile int* volatile null_pointer = nullptr;

int overflow(int depth) {
  volatile char room[4096];
  room[0] = static_cast<char>(depth);
  return overflow(depth + 1) + room[0];
}

// The thread that nobody joined.
void die_by_terminate() {
  std::thread thread([] {});
}

}  // namespace

TEST(Fatal, Passes) {}
TEST(Fatal, ReadsNull) {
  // Read here: EXPECT_EQ takes references, and without optimisation would be the one to read.
  const int value = *null_pointer;
  EXPECT_EQ(value, 0);
}
TEST(Fatal, OverflowsTheStack) { EXPECT_EQ(overflow(0), 0); }
TEST(Fatal, Aborts) { abort(); }
TEST(Fatal, Terminates) { die_by_terminate(); }
TEST(Fatal, DividesByZero) { raise(SIGFPE); }
TEST(Fatal, ReadsNullInAThread) {
  std::thread thread([] { EXPECT_EQ(*null_pointer, 0); });
  thread.join();
}
TEST(Fatal, IsKilled) { raise(SIGKILL); }
TEST(Fatal, Exits) { exit(3); }
TEST(Fatal, HasItsOwnHandler) {
  signal(SIGABRT, [](int) { _exit(5); });
  abort();
}
TEST(Fatal, Hangs) {
  for (;;) pause();
}

class Deaths : public testing::TestWithParam<const char*> {};
TEST_P(Deaths, AreOrdinary) {
#if defined(GTEST_FLAG_SET)
  GTEST_FLAG_SET(death_test_style, GetParam());
#else
  testing::GTEST_FLAG(death_test_style) = GetParam();
#endif
  EXPECT_DEATH(abort(), "");
  EXPECT_EXIT(exit(7), testing::ExitedWithCode(7), "");
  EXPECT_EXIT(EXPECT_EQ(*null_pointer, 0), testing::KilledBySignal(SIGSEGV), "");
  EXPECT_EXIT(raise(SIGABRT), testing::KilledBySignal(SIGABRT), "");
}
INSTANTIATE_TEST_SUITE_P(In, Deaths, testing::Values("fast", "threadsafe"));

namespace {

int exit_code_of(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

pid_t parent = 0;
pid_t last_child = 0;

}  // namespace

TEST(Forks, FallsThrough) {
  parent = getpid();
  last_child = fork();
  if (last_child > 0) EXPECT_EQ(exit_code_of(last_child), 0);
}
TEST(Forks, FallsThroughAfterFailure) {
  last_child = fork();
  if (last_child > 0) {
    EXPECT_EQ(exit_code_of(last_child), 1);
  } else {
    ADD_FAILURE() << "in the child";
  }
}
TEST(Forks, CrashesInTheChild) {
  last_child = fork();
  if (last_child == 0) abort();
  int status = 0;
  waitpid(last_child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}
TEST(Forks, OnlyTheParentGetsHere) { EXPECT_TRUE(parent == 0 || getpid() == parent); }
