#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/own_end.h"

namespace carpool {

static_assert(kSignalWithoutVerdict == SIGABRT);

void die_of(int signal_number) {
  prctl(PR_SET_DUMPABLE, 0);  // the worker may have left a core; this process has nothing to show
  ::signal(signal_number, SIG_DFL);
  sigset_t mask;
  sigemptyset(&mask);
  sigaddset(&mask, signal_number);
  sigprocmask(SIG_UNBLOCK, &mask, nullptr);
  kill(getpid(), signal_number);
  _exit(128 + signal_number);  // one that is not deadly by default
}

}  // namespace carpool
