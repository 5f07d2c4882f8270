// A check for debuggers that works by asking to be traced, and so makes the runner the tracer.
#include <sys/ptrace.h>

#include "victim.h"

TEST(Traced, AsksToBeTraced) { ASSERT_EQ(::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr), 0); }
TEST(Traced, StartsAProcess) { EXPECT_EQ(std::system("true"), 0); }
TEST(Traced, Crashes) { victim::crash(); }
TEST(Traced, RunsNext) { victim::expect_sound_process(); }
