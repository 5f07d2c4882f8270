// Its runner is stopped while two methods end without a word and a third one prints: it finds the
// output and the ends of all three at once.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>

TEST(Outruns, StopsTheRunner) { kill(getppid(), SIGSTOP); }
TEST(Outruns, IsSilent) {}
TEST(Outruns, Prints) {
  std::puts("later output");
  std::fflush(stdout);
}
TEST(Outruns, LetsTheRunnerGoOn) { kill(getppid(), SIGCONT); }
