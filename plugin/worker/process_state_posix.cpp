#include "process_state_posix.h"

#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "descriptor_posix.h"

namespace carpool {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kCallsOfRestore = 9;  // system calls that restore() makes at least
constexpr int kSamples = 32;
constexpr int kMoreSamples = 2;  // where there have been some before

std::string working_directory() {
  char path[PATH_MAX];
  return getcwd(path, sizeof path) != nullptr ? path : "";
}

sigset_t signal_mask() {
  sigset_t mask;
  std::memset(&mask, 0, sizeof mask);  // the kernel fills in no more than it knows
  pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  return mask;
}

// The time of the shortest of several system calls.
Clock::duration time_of_a_call(int samples) {
  Clock::duration shortest = std::chrono::hours(1);
  for (int i = 0; i < samples; ++i) {
    const Clock::time_point start = Clock::now();
    getppid();
    shortest = std::min<Clock::duration>(shortest, Clock::now() - start);
  }
  return shortest;
}

}  // namespace

void ProcessState::remember(Stream& stream) {
  struct stat now;
  const bool the_same = stream.copy >= 0 && fstat(stream.descriptor, &now) == 0 &&
                        now.st_dev == stream.device && now.st_ino == stream.file;
  if (the_same) return;
  if (stream.copy >= 0) close(stream.copy);
  stream.copy = duplicate_high(stream.descriptor);
  struct stat status;
  if (stream.copy < 0 || fstat(stream.copy, &status) != 0) return;
  stream.device = status.st_dev;
  stream.file = status.st_ino;
}

void ProcessState::snapshot() {
  environment_.take();
  directory_ = working_directory();
  signal_mask_ = signal_mask();
  group_ = getpgrp();
  file_mask_ = umask(022);
  umask(file_mask_);
  struct itimerval timer;
  alarm_armed_ = getitimer(ITIMER_REAL, &timer) == 0 &&
                 (timer.it_value.tv_sec != 0 || timer.it_value.tv_usec != 0);
  remember(input_);
  remember(output_);
  remember(error_);
  const int flags = fcntl(output_.copy, F_GETFL);
  non_blocking_ = flags >= 0 && (flags & O_NONBLOCK) != 0;
  const bool first = quickest_call_ == std::chrono::hours(1);
  quickest_call_ = std::min(quickest_call_, time_of_a_call(first ? kSamples : kMoreSamples));
}

std::vector<std::string> ProcessState::restore_memory() {
  std::vector<std::string> changed;
  if (environment_.restore()) changed.push_back("environment");
  return changed;
}

std::vector<std::string> ProcessState::restore() {
  std::vector<std::string> changed = restore_memory();
  const Clock::time_point start = Clock::now();
  restore_kernel_state(changed);
  // The machine may have become faster than it was when the call was timed.
  quickest_call_ = std::min(quickest_call_, (Clock::now() - start) / kCallsOfRestore);
  return changed;
}

void ProcessState::restore_kernel_state(std::vector<std::string>& changed) {
  if (restore_directory()) changed.push_back("working directory");
  if (restore_signal_mask()) changed.push_back("signal mask");
  if (umask(file_mask_) != file_mask_) changed.push_back("file mode mask");
  if (restore_group()) changed.push_back("process group");
  if (restore_alarm()) changed.push_back("alarm");
  if (restore_stream(input_)) changed.push_back(input_.name);
  if (restore_stream(output_)) changed.push_back(output_.name);
  if (restore_stream(error_)) changed.push_back(error_.name);
  if (restore_blocking()) changed.push_back("non-blocking standard output");
}

bool ProcessState::restore_stream(const Stream& stream) {
  if (stream.copy < 0) return false;
  struct stat status;
  if (fstat(stream.descriptor, &status) == 0 && status.st_dev == stream.device &&
      status.st_ino == stream.file) {
    return false;
  }
  dup2(stream.copy, stream.descriptor);
  return true;
}

// A flag of the open file, not of the descriptor: every process that shares the pipe sees it.
bool ProcessState::restore_blocking() const {
  const int flags = fcntl(output_.copy, F_GETFL);
  if (flags < 0 || non_blocking_ || (flags & O_NONBLOCK) == 0) return false;
  fcntl(output_.copy, F_SETFL, flags & ~O_NONBLOCK);
  return true;
}

bool ProcessState::restore_directory() const {
  char path[PATH_MAX];
  if (directory_.empty() || (getcwd(path, sizeof path) != nullptr && directory_ == path)) {
    return false;
  }
  return chdir(directory_.c_str()) == 0;
}

bool ProcessState::restore_signal_mask() const {
  const sigset_t now = signal_mask();
  if (std::memcmp(&now, &signal_mask_, sizeof now) == 0) return false;
  pthread_sigmask(SIG_SETMASK, &signal_mask_, nullptr);
  return true;
}

// Who has begun a session of its own can join no group of another.
bool ProcessState::restore_group() const { return getpgrp() != group_ && setpgid(0, group_) == 0; }

bool ProcessState::restore_alarm() const {
  if (alarm_armed_) return false;
  struct itimerval timer;  // mostly none is set, and asking is quicker than disarming
  if (getitimer(ITIMER_REAL, &timer) != 0) return false;
  if (timer.it_value.tv_sec == 0 && timer.it_value.tv_usec == 0) return false;
  std::memset(&timer, 0, sizeof timer);
  return setitimer(ITIMER_REAL, &timer, nullptr) == 0;
}

}  // namespace carpool
