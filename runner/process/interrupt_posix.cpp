#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <string>

#include "base/last_resort.h"
#include "process/interrupt.h"
#include "process/stop_signal.h"

namespace carpool {
namespace {

std::atomic<int> event_descriptor{-1};
std::atomic<bool> interrupted{false};

void note_signal(int) {
  const int error_number = errno;
  interrupted = true;
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(event_descriptor, &one, sizeof one);
  errno = error_number;
}

class InterruptSignal final : public StopSignal {
 public:
  int descriptor() const override { return Interrupt::descriptor(); }
  StopReason reason() const override { return {}; }
};

}  // namespace

const StopSignal& interrupt_signal() {
  static const InterruptSignal signal;
  return signal;
}

void Interrupt::install() {
  // A later run of this process must not lose a signal that came since the first.
  if (event_descriptor >= 0) return;
  event_descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (event_descriptor < 0) {
    throw CannotRun(std::string("cannot wait for signals (eventfd): ") + std::strerror(errno));
  }
  struct sigaction action {};
  action.sa_handler = note_signal;
  action.sa_flags = SA_RESTART;
  sigfillset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    // Somebody who started us with a signal ignored (nohup, a shell's background job) meant it.
    struct sigaction before {};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
  // A write that fails says so itself: nobody reads any more, or a limit on file sizes is reached.
  action.sa_handler = SIG_IGN;
  for (const int signal : {SIGPIPE, SIGXFSZ}) sigaction(signal, &action, nullptr);
}

void Interrupt::expect_children() { signal(SIGCHLD, SIG_DFL); }

void Interrupt::follow_parent(long parent) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) note_signal(SIGTERM);
}

int Interrupt::descriptor() { return event_descriptor; }
bool Interrupt::requested() { return interrupted; }

}  // namespace carpool
