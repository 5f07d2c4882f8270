// Methods and fixtures that never come back. The limit is short (see the row).
#include <fstream>

#include "victim.h"

TEST(HangInMethod, RunsFirst) { std::printf("first\n"); }
TEST(HangInMethod, Hangs) {
  std::printf("before the hang\n");
  std::fflush(stdout);
  victim::hang();
}
TEST(HangInMethod, RunsNext) { victim::expect_sound_process(); }

TEST(HangIgnoringSigterm, Hangs) {
  ::signal(SIGTERM, SIG_IGN);
  std::ofstream(victim::scratch() / "ignoring") << "SIGTERM\n";
  victim::hang();
}
TEST(HangIgnoringSigterm, RunsNext) { victim::expect_sound_process(); }

TEST(HangBlockingAllSignals, Hangs) {
  sigset_t all;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, nullptr);
  victim::hang();
}
TEST(HangBlockingAllSignals, RunsNext) { victim::expect_sound_process(); }

TEST(HangSpinning, Hangs) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(5);
  while (std::chrono::steady_clock::now() < end) {
  }
}
TEST(HangSpinning, RunsNext) { victim::expect_sound_process(); }

TEST(HangStopped, Hangs) { ::raise(SIGSTOP); }
TEST(HangStopped, RunsNext) { victim::expect_sound_process(); }

class HangInConstructor : public testing::Test {
 protected:
  HangInConstructor() {
    const auto* running = testing::UnitTest::GetInstance()->current_test_info();
    if (std::string(running->name()) == "Hangs") victim::hang();
  }
};
TEST_F(HangInConstructor, Hangs) {}
TEST_F(HangInConstructor, RunsNext) { victim::expect_sound_process(); }

class HangInSuiteSetUp : public testing::Test {
 protected:
  static void SetUpTestSuite() { victim::hang(); }
};
TEST_F(HangInSuiteSetUp, First) {}
TEST_F(HangInSuiteSetUp, Second) {}

class HangInSuiteTearDown : public testing::Test {
 protected:
  static void TearDownTestSuite() { victim::hang(); }
};
TEST_F(HangInSuiteTearDown, First) { std::printf("first\n"); }
TEST_F(HangInSuiteTearDown, Second) { victim::expect_sound_process(); }
