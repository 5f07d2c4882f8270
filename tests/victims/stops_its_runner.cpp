// A method that stops the process that has started it. The runner hears nothing then, not even that
// time passes, until somebody has it go on.
#include "victim.h"

TEST(StopsItsRunner, RunsFirst) { victim::expect_sound_process(); }
TEST(StopsItsRunner, Stops) { EXPECT_EQ(::kill(::getppid(), SIGSTOP), 0); }
TEST(StopsItsRunner, RunsNext) { victim::expect_sound_process(); }
