// Methods that take the worker out of its own process group, where signals to the group do not
// reach it, and hang there.
#include <sys/prctl.h>

#include "victim.h"

TEST(JoinsAChildsGroup, Hangs) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::setpgid(0, 0);
    victim::hang();
  }
  ::setpgid(child, child);
  ASSERT_EQ(::setpgid(0, child), 0);
  victim::hang();
}
TEST(JoinsAChildsGroup, RunsNext) { victim::expect_sound_process(); }

TEST(JoinsTheRunnersGroup, Hangs) {
  ASSERT_EQ(::setpgid(0, ::getpgid(::getppid())), 0);
  victim::hang();
}
TEST(JoinsTheRunnersGroup, RunsNext) { victim::expect_sound_process(); }
