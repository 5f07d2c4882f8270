#include "exec/broker_connection_posix.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cstring>

#include "base/version.h"
#include "exec/ctest_process_posix.h"

namespace carpool::exec {
namespace {

constexpr int kMostAttempts = 1'000;
constexpr int kMostStarted = 2;  // by one client: a broker that is gone at once will be so again
constexpr timespec kBetweenAttempts{0, 2'000'000};

socklen_t fill_in(const Address& address, sockaddr_un& socket_address) {
  std::memset(&socket_address, 0, sizeof socket_address);
  socket_address.sun_family = AF_UNIX;
  std::memcpy(socket_address.sun_path + 1, address.name, Address::kSize);
  return static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + Address::kSize);
}

int open_socket() { return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0); }

bool is_own(int connected) {
  ucred peer{};
  socklen_t size = sizeof peer;
  return getsockopt(connected, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid();
}

// In nobody's way: not of ctest's process group, of no terminal, holding none of its pipes, and not
// in a directory that somebody may want to remove. The listener is there already, so nobody has to
// wait for the broker to come up.
[[noreturn]] void become_broker(const char* runner, int listener) {
  setsid();
  const int nothing = open("/dev/null", O_RDWR);
  for (int number = 0; number < 3; ++number) dup2(nothing, number);
  if (listener == kListener) {
    fcntl(listener, F_SETFD, 0);
  } else {
    dup2(listener, kListener);
  }
  syscall(SYS_close_range, kListener + 1u, ~0u, 0);
  if (chdir("/") != 0) _exit(127);
  for (int signal = 1; signal < NSIG; ++signal) {
    if (signal != SIGKILL && signal != SIGSTOP) ::signal(signal, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  char program[] = "carpool";
  char verb[] = "broker";
  char* const arguments[] = {program, verb, nullptr};
  execv(runner, arguments);
  _exit(127);
}

// Its parent is gone at once, so that ctest does not find it among the test's processes.
void start_broker(const char* runner, int listener) {
  const pid_t child = fork();
  if (child == 0) {
    if (fork() == 0) become_broker(runner, listener);
    _exit(0);
  }
  close(listener);
  if (child > 0) {
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
}

}  // namespace

int connect_to(const Address& address) {
  const int connected = open_socket();
  if (connected < 0) return -1;
  sockaddr_un socket_address;
  const socklen_t size = fill_in(address, socket_address);
  int outcome = 0;
  do {
    outcome = connect(connected, reinterpret_cast<const sockaddr*>(&socket_address), size);
  } while (outcome != 0 && errno == EINTR);
  if (outcome == 0 && is_own(connected)) return connected;
  const int error_number = outcome == 0 ? EACCES : errno;
  close(connected);
  errno = error_number;
  return -1;
}

int listen_at(const Address& address) {
  const int listener = open_socket();
  if (listener < 0) return -1;
  sockaddr_un socket_address;
  const socklen_t size = fill_in(address, socket_address);
  if (bind(listener, reinterpret_cast<const sockaddr*>(&socket_address), size) != 0 ||
      listen(listener, SOMAXCONN) != 0) {
    close(listener);
    return -1;
  }
  return listener;
}

FoundBroker find_broker(const char* runner, const char* manifest, const CtestProcess& ctest,
                        bool try_warm) {
  const NameSpace name_space = find_name_space();
  const auto user = static_cast<std::uint64_t>(geteuid());
  const Address own = address_of_ctest(kVersion, user, name_space.text, ctest);
  constexpr FoundBroker kNone{-1, "no broker could be started", false};
  if (access(runner, X_OK) != 0) return {-1, "the runner is not there", false};
  int started = 0;
  for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
    int connected = connect_to(own);
    if (connected < 0 && errno == EACCES) {
      return {-1, "another user has the broker's address", false};
    }
    if (connected < 0 && attempt == 0 && try_warm) {
      connected = connect_to(warm_address(kVersion, user, name_space.text, manifest));
    }
    if (connected >= 0) return {connected, nullptr, started > 0};
    if (started == kMostStarted) return kNone;
    const int listener = listen_at(own);
    if (listener >= 0) {
      start_broker(runner, listener);
      ++started;
      continue;
    }
    if (errno != EADDRINUSE) return kNone;
    nanosleep(&kBetweenAttempts, nullptr);  // another client is just about to listen
  }
  return kNone;
}

}  // namespace carpool::exec
