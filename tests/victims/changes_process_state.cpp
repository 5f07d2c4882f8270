// Methods that change what all methods of a process share and do not put it back.
#include <sys/stat.h>

#include "victim.h"

#define FOLLOWED_BY_SOUND_METHOD(Suite)      \
  TEST(Suite, FindsSoundProcess) {           \
    std::printf("printf %s\n", #Suite);      \
    std::fflush(stdout);                     \
    victim::say("write " #Suite "\n");       \
    victim::expect_sound_process();          \
  }

TEST(ReplacesStdout, Changes) {
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  std::printf("before\n");
  std::fflush(stdout);
  ::dup2(nowhere, 1);
  ::dup2(nowhere, 2);
  std::printf("into nowhere\n");
  ::close(nowhere);
}
FOLLOWED_BY_SOUND_METHOD(ReplacesStdout)

TEST(ClosesStdout, Changes) {
  ::close(1);
  ::close(2);
}
FOLLOWED_BY_SOUND_METHOD(ClosesStdout)

TEST(ClosesStdin, Changes) { ::close(0); }
FOLLOWED_BY_SOUND_METHOD(ClosesStdin)

TEST(ChangesDirectory, Changes) { ASSERT_EQ(::chdir("/"), 0); }
FOLLOWED_BY_SOUND_METHOD(ChangesDirectory)

TEST(ClearsEnvironment, Changes) { ASSERT_EQ(::clearenv(), 0); }
FOLLOWED_BY_SOUND_METHOD(ClearsEnvironment)

TEST(BlocksAllSignals, Changes) {
  sigset_t all;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, nullptr);
}
FOLLOWED_BY_SOUND_METHOD(BlocksAllSignals)

TEST(SetsAlarm, Changes) { ::alarm(1); }
TEST(SetsAlarm, WouldBeHit) { std::this_thread::sleep_for(std::chrono::milliseconds(1500)); }
FOLLOWED_BY_SOUND_METHOD(SetsAlarm)

// What the next method sends to its group would hit the runner, and ctest.
TEST(JoinsItsRunnersGroup, Changes) { ASSERT_EQ(::setpgid(0, ::getpgid(::getppid())), 0); }
TEST(JoinsItsRunnersGroup, IsInItsOwn) { EXPECT_EQ(::getpgrp(), ::getpid()); }
FOLLOWED_BY_SOUND_METHOD(JoinsItsRunnersGroup)

TEST(ChangesFileModeMask, Changes) { ::umask(0777); }
FOLLOWED_BY_SOUND_METHOD(ChangesFileModeMask)

TEST(MakesStdoutNonBlocking, Changes) { ::fcntl(1, F_SETFL, ::fcntl(1, F_GETFL) | O_NONBLOCK); }
TEST(MakesStdoutNonBlocking, PrintsMuch) { victim::say(std::string(1 << 20, 'x')); }
FOLLOWED_BY_SOUND_METHOD(MakesStdoutNonBlocking)

TEST(RemovesItsDirectory, Changes) {
  const auto directory = victim::scratch() / "soon gone";
  std::filesystem::create_directory(directory);
  std::filesystem::current_path(directory);
  std::filesystem::remove(directory);
}
FOLLOWED_BY_SOUND_METHOD(RemovesItsDirectory)

TEST(ChangesEverything, Changes) {
  ASSERT_EQ(::chdir("/"), 0);
  ASSERT_EQ(::clearenv(), 0);
  sigset_t all;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, nullptr);
  ::close(1);
  ::close(2);
}
FOLLOWED_BY_SOUND_METHOD(ChangesEverything)

// What a class sets up for its own methods is not a leak of a method.
class SuiteChangesEnvironment : public testing::Test {
 protected:
  static void SetUpTestSuite() { ::setenv("SET_BY_SUITE", "yes", 1); }
  static void TearDownTestSuite() { ::unsetenv("SET_BY_SUITE"); }
};
TEST_F(SuiteChangesEnvironment, First) { EXPECT_STREQ(std::getenv("SET_BY_SUITE"), "yes"); }
TEST_F(SuiteChangesEnvironment, Second) { EXPECT_STREQ(std::getenv("SET_BY_SUITE"), "yes"); }
