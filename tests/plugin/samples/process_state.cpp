// Methods that leave the process changed, each followed by one that looks.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <string>

namespace {

std::string directory() {
  char path[4096];
  return getcwd(path, sizeof path) != nullptr ? path : "";
}

bool blocked(int number) {
  sigset_t mask;
  pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  return sigismember(&mask, number) == 1;
}

class State : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    setenv("OF_SUITE", "suite", 1);
    setenv("CHANGED", "before", 1);
    ASSERT_EQ(chdir("/tmp"), 0);
    umask(027);
  }
};

}  // namespace

TEST_F(State, ChangesNothing) {
  setenv("CHANGED", "meanwhile", 1);
  setenv("CHANGED", "before", 1);
}
TEST_F(State, ChangesDirectory) { ASSERT_EQ(chdir("/"), 0); }
TEST_F(State, ChangesEnvironment) {
  setenv("ADDED", "x", 1);
  setenv("CHANGED", "after", 1);
  unsetenv("OF_SUITE");
}
TEST_F(State, ClearsEnvironment) { clearenv(); }
TEST_F(State, BlocksSignals) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, nullptr);
}
TEST_F(State, ChangesMask) { umask(0); }
TEST_F(State, ArmsAlarm) { alarm(1); }
TEST_F(State, ReplacesStdout) {
  std::printf("before");
  std::fflush(stdout);
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, 1);
  close(nowhere);
  std::printf("lost");
}
TEST_F(State, ClosesStreams) {
  close(0);
  close(1);
  close(2);
}
TEST_F(State, UnblocksStdout) { fcntl(1, F_SETFL, fcntl(1, F_GETFL) | O_NONBLOCK); }
TEST_F(State, Looks) {
  EXPECT_EQ(directory(), "/tmp");
  EXPECT_STREQ(getenv("OF_SUITE"), "suite");
  EXPECT_STREQ(getenv("CHANGED"), "before");
  EXPECT_EQ(getenv("ADDED"), nullptr);
  EXPECT_NE(getenv("PATH"), nullptr);
  EXPECT_FALSE(blocked(SIGTERM));
  EXPECT_EQ(umask(027), static_cast<mode_t>(027));
  EXPECT_EQ(alarm(0), 0u);
  EXPECT_EQ(fcntl(1, F_GETFL) & O_NONBLOCK, 0);
  EXPECT_GE(fcntl(0, F_GETFD), 0);
  std::printf("printf ");
  std::fflush(stdout);
  std::cerr << "cerr" << std::flush;
}

TEST(NextClass, FindsWhatItsOwnProcessWouldHave) {
  EXPECT_EQ(getenv("OF_SUITE"), nullptr);
  EXPECT_NE(directory(), "/tmp");
}

TEST(Surroundings, AreOrdinary) {
  for (const char* name : {"CARPOOL_CHANNEL", "CARPOOL_MODE", "CARPOOL_MARK", "GTEST_BRIEF"}) {
    EXPECT_EQ(getenv(name), nullptr) << name;
  }
  for (int descriptor = 3; descriptor < 4096; ++descriptor) {
    const int flags = fcntl(descriptor, F_GETFD);
    EXPECT_TRUE(flags < 0 || (flags & FD_CLOEXEC) != 0) << descriptor;
  }
  const int lowest = open("/dev/null", O_RDONLY);
  EXPECT_EQ(lowest, 3);
  close(lowest);
}
TEST(Surroundings, CloseEveryDescriptor) {
  for (int descriptor = 3; descriptor < 4096; ++descriptor) close(descriptor);
}
TEST(Surroundings, Follow) {}
