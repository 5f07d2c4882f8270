// Goes wrong before or around RUN_ALL_TESTS(), as VICTIM_MODE says. One executable, many rows.
#include "victim.h"

namespace {

// Before main().
const bool kStaticInitialiser = [] {
  if (victim::mode() == "crash_in_static_initialiser") {
    victim::say("crashing before main\n");
    victim::crash();
  }
  if (victim::mode() == "exit_in_static_initialiser") std::exit(0);
  if (victim::mode() == "hang_in_static_initialiser") victim::hang();
  return true;
}();

class TroubledEnvironment : public testing::Environment {
 public:
  void SetUp() override {
    if (victim::mode() == "environment_set_up_fails") FAIL() << "the environment is not there";
    if (victim::mode() == "environment_set_up_skips") GTEST_SKIP() << "not on this machine";
    if (victim::mode() == "environment_set_up_crashes") victim::crash();
  }
  void TearDown() override {
    if (victim::mode() == "environment_tear_down_fails") FAIL() << "the environment stays";
    if (victim::mode() == "environment_tear_down_crashes") victim::crash();
    if (victim::mode() == "environment_tear_down_hangs") victim::hang();
  }
};

}  // namespace

TEST(AroundTests, First) { std::printf("first\n"); }
TEST(AroundTests, Second) { victim::expect_sound_process(); }

int main(int argument_count, char** arguments) {
  testing::InitGoogleTest(&argument_count, arguments);
  testing::AddGlobalTestEnvironment(new TroubledEnvironment);
  if (victim::mode() == "main_hangs") victim::hang();
  if (victim::mode() == "main_returns_zero_early") return 0;
  if (victim::mode() == "main_returns_five_early") return 5;
  // To set a variable that is read before main(), as some do.
  if (victim::mode() == "main_starts_anew" && ::setenv("VICTIM_MODE", "anew", 1) == 0) {
    ::execv("/proc/self/exe", arguments);
  }
  if (victim::mode() == "main_crashes_early") {
    std::fprintf(stderr, "main is about to crash\n");
    victim::crash();
  }
  const int result = RUN_ALL_TESTS();
  if (victim::mode() == "main_returns_five_late") return 5;
  if (victim::mode() == "main_hangs_late") victim::hang();
  return result;
}
