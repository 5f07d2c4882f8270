// All methods pass; the process goes wrong after them. Each class arms its own misbehaviour, which
// a static object's destructor carries out.
#include "victim.h"

namespace {

void nothing() {}
void (*at_exit)() = nothing;

struct AtExit {
  ~AtExit() { at_exit(); }
} last_rites;

void crash_at_exit() {
  victim::say("crashing in a static destructor\n");
  victim::crash();
}

void leave_with_23() { ::_exit(23); }  // as a leak sanitizer does

void hang_at_exit() { victim::hang(); }

}  // namespace

TEST(CrashInStaticDestructor, First) { at_exit = crash_at_exit; }
TEST(CrashInStaticDestructor, Second) { victim::expect_sound_process(); }

TEST(NonzeroExitAfterPasses, First) { at_exit = leave_with_23; }
TEST(NonzeroExitAfterPasses, Second) { victim::expect_sound_process(); }

TEST(HangInStaticDestructor, First) { at_exit = hang_at_exit; }
TEST(HangInStaticDestructor, Second) { victim::expect_sound_process(); }

TEST(FailsAndLeavesWithOne, Fails) { FAIL() << "an ordinary failure"; }
TEST(FailsAndLeavesWithOne, Passes) { victim::expect_sound_process(); }

TEST(CleanExit, First) { victim::expect_sound_process(); }
