// Behind a launcher that is content with whatever became of the worker.
#include <cstdlib>

#include "victim.h"

TEST(CrashesInAMethod, Aborts) { std::abort(); }
TEST(CrashesInAMethod, RunsNext) { victim::expect_sound_process(); }

TEST(CrashesAtExit, AbortsLater) { std::atexit(std::abort); }
