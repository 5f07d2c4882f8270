// Methods that end the process without a signal. Never green, whatever the code.
#include "victim.h"

#define FOLLOWED_BY_SOUND_METHOD(Suite) \
  TEST(Suite, RunsNext) { victim::expect_sound_process(); }

TEST(ExitZero, Exits) {
  std::printf("leaving with zero\n");
  std::exit(0);
}
FOLLOWED_BY_SOUND_METHOD(ExitZero)

TEST(ExitThree, Exits) { std::exit(3); }
FOLLOWED_BY_SOUND_METHOD(ExitThree)

TEST(UnderscoreExitZero, Exits) { ::_exit(0); }
FOLLOWED_BY_SOUND_METHOD(UnderscoreExitZero)

TEST(QuickExitZero, Exits) { std::quick_exit(0); }
FOLLOWED_BY_SOUND_METHOD(QuickExitZero)

TEST(ExitSkipCode, Exits) { std::exit(77); }
FOLLOWED_BY_SOUND_METHOD(ExitSkipCode)

TEST(ExitOnOnly, Exits) { std::exit(0); }

TEST(ExitOnLast, RunsFirst) { victim::expect_sound_process(); }
TEST(ExitOnLast, Exits) { std::exit(0); }

TEST(Exec, Exits) {
  ::execl("/bin/true", "true", nullptr);
}
FOLLOWED_BY_SOUND_METHOD(Exec)

TEST(ExitFromThread, Exits) {
  std::thread([] { std::exit(0); }).detach();
  victim::hang();
}
FOLLOWED_BY_SOUND_METHOD(ExitFromThread)
