#pragma once

#include <signal.h>
#include <sys/stat.h>
#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

#include "environment_posix.h"

namespace carpool {

// What one method could leave behind for the next in the same process: the working directory, the
// environment, the signal mask, the process group, the file mode mask, an armed alarm, and where
// the standard streams lead. snapshot() remembers, restore() puts back.
class ProcessState {
 public:
  void snapshot();

  // Puts back what has changed, and names it.
  std::vector<std::string> restore();

  // The part of it that a program can change without a system call.
  std::vector<std::string> restore_memory();

  // Whether code that ran for this time can have made a system call: in less time than one takes,
  // nothing that the kernel holds can have changed, and nothing can have been printed.
  bool is_time_for_a_call(std::chrono::steady_clock::duration elapsed) const {
    return elapsed >= quickest_call_;
  }

 private:
  // A standard stream: a copy of the descriptor, and what it leads to.
  struct Stream {
    int descriptor;
    const char* name;
    int copy;
    dev_t device;
    ino_t file;
  };

  static void remember(Stream& stream);
  static bool restore_stream(const Stream& stream);
  bool restore_blocking() const;
  bool restore_directory() const;
  bool restore_signal_mask() const;
  bool restore_group() const;
  bool restore_alarm() const;
  void restore_kernel_state(std::vector<std::string>& changed);

  EnvironmentSnapshot environment_;
  std::string directory_;
  sigset_t signal_mask_;
  pid_t group_ = 0;
  mode_t file_mask_ = 0;
  bool alarm_armed_ = false;
  bool non_blocking_ = false;
  Stream input_ = {0, "standard input", -1, 0, 0};
  Stream output_ = {1, "standard output", -1, 0, 0};
  Stream error_ = {2, "standard error", -1, 0, 0};
  std::chrono::steady_clock::duration quickest_call_ = std::chrono::hours(1);
};

}  // namespace carpool
