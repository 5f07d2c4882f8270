// A detached thread that crashes while no method runs. GoogleTest tells listeners that a suite's
// run has ended; this one holds that moment open until the thread has done its worst.
#include <atomic>

#include "victim.h"

namespace {

std::atomic<bool> thread_started{false};
std::atomic<bool> between_methods{false};

void crash_between_methods() {
  while (!between_methods) std::this_thread::yield();
  victim::crash();
}

class WaitForCrash : public testing::EmptyTestEventListener {
  void OnTestSuiteEnd(const testing::TestSuite&) override {
    if (!thread_started) return;
    between_methods = true;
    victim::hang();
  }
};

void start_thread() {
  thread_started = true;
  std::thread(crash_between_methods).detach();
}

}  // namespace

TEST(CrashBetweenMethods, RunsFirst) { std::printf("first\n"); }
TEST(CrashBetweenMethods, StartsThread) { start_thread(); }
TEST(CrashBetweenMethods, RunsThird) { victim::expect_sound_process(); }
TEST(CrashBetweenMethods, RunsFourth) { victim::expect_sound_process(); }

TEST(CrashAfterLastMethod, StartsThread) { start_thread(); }

int main(int argument_count, char** arguments) {
  testing::InitGoogleTest(&argument_count, arguments);
  testing::UnitTest::GetInstance()->listeners().Append(new WaitForCrash);
  return RUN_ALL_TESTS();
}
