// Somebody else takes the gang's MASTER_PORT between its choice and its use, once.
#include <arpa/inet.h>
#include <carpool/rank.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <fstream>

#include "victim.h"

namespace {

// A socket that listens at MASTER_PORT; -1 where that is taken.
int listen_at_master_port() {
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(std::stoi(std::getenv("MASTER_PORT"))));
  if (::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
      ::listen(listener, 8) == 0) {
    return listener;
  }
  ::close(listener);
  return -1;
}

// By a process that does not belong to the run: its parent is gone, its session is its own, and its
// environment holds nothing of the run's.
void let_a_stranger_take_the_port() {
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t parent = ::fork();
  if (parent == 0) {
    ::setsid();
    if (::fork() == 0) {
      const int listener = listen_at_master_port();
      ::fcntl(listener, F_SETFD, 0);
      ::dup2(ready[1], STDOUT_FILENO);
      ::execl("/usr/bin/env", "env", "-i", "/bin/sh", "-c", "echo x; exec sleep 600", nullptr);
      ::_exit(1);
    }
    ::_exit(0);
  }
  ::waitpid(parent, nullptr, 0);
  ::close(ready[1]);
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  ::close(ready[0]);
}

}  // namespace

class LosesItsPort : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (carpool::rank() == 0) {
      const auto been_here = victim::scratch() / "been here";
      if (!std::filesystem::exists(been_here)) {
        std::ofstream(been_here) << "once\n";
        let_a_stranger_take_the_port();
      }
      ASSERT_GE(listener() = listen_at_master_port(), 0) << "the port is taken";
    }
    carpool::barrier();
  }
  static void TearDownTestSuite() { ::close(listener()); }
  static int& listener() {
    static int descriptor = -1;
    return descriptor;
  }
};

TEST_F(LosesItsPort, RunsInAGangWithAnotherPort) {
  EXPECT_EQ(carpool::rank() == 0, listener() >= 0);
  carpool::barrier();
}
