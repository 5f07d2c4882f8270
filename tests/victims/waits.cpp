// One method that waits in the middle of others, for those who want to interrupt it.
#include <fstream>

#include "victim.h"

TEST(Waits, RunsFirst) { std::printf("first\n"); }
TEST(Waits, Waits) {
  std::printf("waiting\n");
  std::fflush(stdout);
  for (const bool daemon : {false, true}) {
    if (::fork() != 0) continue;
    if (daemon) ::setsid();
    ::execl("/bin/sleep", "sleep", "300", nullptr);
    ::_exit(127);
  }
  std::ofstream(victim::scratch() / "waiting") << ::getpid() << '\n';
  victim::hang();
}
TEST(Waits, NeverRuns) {}

TEST(WaitsToo, Passes) {}
