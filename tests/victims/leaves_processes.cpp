// Methods whose child processes outlive them, inside the worker's process group and out of it, with
// and without the worker's standard output in their hands.
#include <sys/wait.h>

#include "victim.h"

namespace {

enum class Session { kSame, kOwn };
enum class Pipes { kHeld, kReleased };

void leave_child(Session session, Pipes pipes) {
  std::fflush(nullptr);
  if (::fork() != 0) return;
  if (session == Session::kOwn) ::setsid();
  if (pipes == Pipes::kReleased) {
    const int nowhere = ::open("/dev/null", O_RDWR);
    for (int descriptor : {0, 1, 2}) ::dup2(nowhere, descriptor);
  }
  ::execl("/bin/sleep", "sleep", "300", nullptr);
  ::_exit(127);
}

}  // namespace

TEST(ChildInGroup, Leaves) { leave_child(Session::kSame, Pipes::kReleased); }
TEST(ChildInGroup, RunsNext) { victim::expect_sound_process(); }

TEST(ChildWithItsOwnSession, Leaves) { leave_child(Session::kOwn, Pipes::kReleased); }
TEST(ChildWithItsOwnSession, RunsNext) { victim::expect_sound_process(); }

TEST(ChildHoldingPipes, Leaves) {
  std::printf("leaving a child\n");
  leave_child(Session::kSame, Pipes::kHeld);
}
TEST(ChildHoldingPipes, RunsNext) {
  std::printf("next\n");
  victim::expect_sound_process();
}

TEST(ChildHoldingPipesWithItsOwnSession, Leaves) { leave_child(Session::kOwn, Pipes::kHeld); }
TEST(ChildHoldingPipesWithItsOwnSession, RunsNext) { victim::expect_sound_process(); }

// A daemon: its parent is gone before the method ends.
TEST(Grandchild, Leaves) {
  const pid_t child = ::fork();
  if (child == 0) {
    leave_child(Session::kOwn, Pipes::kHeld);
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
}
TEST(Grandchild, RunsNext) { victim::expect_sound_process(); }

TEST(ChildAndCrash, Crashes) {
  leave_child(Session::kOwn, Pipes::kHeld);
  victim::crash();
}
TEST(ChildAndCrash, RunsNext) { victim::expect_sound_process(); }

// A child that its parent waits for is nobody's trouble, and its output is the method's.
TEST(ChildThatEnds, Waits) {
  std::fflush(nullptr);
  ASSERT_EQ(std::system("echo from a child; echo to stderr >&2"), 0);
}
TEST(ChildThatEnds, RunsNext) { victim::expect_sound_process(); }

// A forked child that returns into the framework is not a second worker.
TEST(ChildThatComesBack, Forks) {
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child > 0) {
    ::waitpid(child, nullptr, 0);
  }
}
TEST(ChildThatComesBack, RunsNext) { victim::expect_sound_process(); }

// What a forked child does on its way out is not the worker's doing.
TEST(ChildThatExits, Forks) {
  const pid_t child = ::fork();
  if (child == 0) std::exit(3);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 3);
}
TEST(ChildThatExits, RunsNext) { victim::expect_sound_process(); }

TEST(ChildThatCrashes, Forks) {
  const pid_t child = ::fork();
  if (child == 0) victim::crash();
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(WTERMSIG(status), SIGSEGV);
}
TEST(ChildThatCrashes, RunsNext) { victim::expect_sound_process(); }

// The worker itself goes to the background: its parent half is gone, its child half must go too.
TEST(Daemonizes, Exits) {
  if (::fork() > 0) ::_exit(0);
  ::setsid();
  victim::hang();
}
TEST(Daemonizes, RunsNext) { victim::expect_sound_process(); }
