// Methods that die of a signal, at every place of a class and in every part of a fixture.
#include <setjmp.h>

#include <exception>

#include "victim.h"

TEST(CrashOnFirst, Crashes) {
  std::printf("no newline before the crash");
  std::fflush(stdout);
  victim::crash();
}
TEST(CrashOnFirst, RunsNext) {
  std::printf("sound\n");
  victim::expect_sound_process();
}
TEST(CrashOnFirst, RunsLast) { victim::expect_sound_process(); }

// No flush: what a person sees on a terminal must be in the report of the crash as well.
TEST(LastWords, Crashes) {
  std::printf("reading nothing\n");
  victim::crash();
}
TEST(LastWords, RunsNext) { victim::expect_sound_process(); }

TEST(CrashInTheMiddle, RunsFirst) { std::printf("first\n"); }
TEST(CrashInTheMiddle, Crashes) {
  victim::say("to stderr\n", 2);
  victim::crash();
}
TEST(CrashInTheMiddle, RunsLast) {
  std::printf("last\n");
  victim::expect_sound_process();
}

TEST(CrashOnLast, RunsFirst) { victim::expect_sound_process(); }
TEST(CrashOnLast, Crashes) { victim::crash(); }

TEST(CrashOnOnly, Crashes) { victim::crash(); }

class CrashInConstructor : public testing::Test {
 protected:
  CrashInConstructor() {
    const auto* running = testing::UnitTest::GetInstance()->current_test_info();
    if (std::string(running->name()) == "Crashes") victim::crash();
  }
};
TEST_F(CrashInConstructor, Crashes) {}
TEST_F(CrashInConstructor, RunsNext) { victim::expect_sound_process(); }

class CrashInMethodTearDown : public testing::Test {
 protected:
  void TearDown() override {
    if (crashes_) victim::crash();
  }
  bool crashes_ = false;
};
TEST_F(CrashInMethodTearDown, Crashes) { crashes_ = true; }
TEST_F(CrashInMethodTearDown, RunsNext) { victim::expect_sound_process(); }

int descend(volatile char* above, int depth) {
  volatile char frame[4096];
  frame[0] = above != nullptr ? above[0] : 'x';
  return depth == 0 ? frame[0] : descend(frame, depth - 1) + frame[0];
}
TEST(StackOverflow, Crashes) { EXPECT_EQ(descend(nullptr, 1 << 30), 0); }
TEST(StackOverflow, RunsNext) { victim::expect_sound_process(); }

TEST(Terminate, Crashes) { std::terminate(); }
TEST(Terminate, RunsNext) { victim::expect_sound_process(); }

TEST(Abort, Crashes) { std::abort(); }
TEST(Abort, RunsNext) { victim::expect_sound_process(); }

TEST(KilledFromOutside, Crashes) { ::raise(SIGKILL); }
TEST(KilledFromOutside, RunsNext) { victim::expect_sound_process(); }

TEST(TerminatedFromOutside, Crashes) { ::raise(SIGTERM); }
TEST(TerminatedFromOutside, RunsNext) { victim::expect_sound_process(); }

TEST(CrashInThread, Crashes) { std::thread(victim::crash).join(); }
TEST(CrashInThread, RunsNext) { victim::expect_sound_process(); }

TEST(CrashTwice, CrashesFirst) { victim::crash(); }
TEST(CrashTwice, RunsBetween) { victim::expect_sound_process(); }
TEST(CrashTwice, CrashesAgain) { victim::crash(); }
TEST(CrashTwice, RunsLast) { victim::expect_sound_process(); }

// A signal that the test itself takes care of is no crash.
sigjmp_buf way_out;
TEST(HandlesItsOwnSignal, Recovers) {
  const auto before = ::signal(SIGSEGV, [](int) { siglongjmp(way_out, 1); });
  if (sigsetjmp(way_out, 1) == 0) victim::crash();
  ::signal(SIGSEGV, before);
  std::printf("recovered\n");
}
TEST(HandlesItsOwnSignal, RunsNext) { victim::expect_sound_process(); }

TEST(BrokenPipe, Crashes) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ::close(ends[0]);
  victim::say("nobody reads this\n", ends[1]);
}
TEST(BrokenPipe, RunsNext) { victim::expect_sound_process(); }
