#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <thread>

// What the victims share: ways to go wrong that no compiler optimises away, and the check that the
// methods after a misbehaviour use to see that they run in a sound process.
namespace victim {

// The process's working directory as it was before main().
inline const std::filesystem::path kFirstDirectory = std::filesystem::current_path();

inline const mode_t kFirstFileModeMask = [] {
  const mode_t mask = ::umask(022);
  ::umask(mask);
  return mask;
}();

// The variable the harness sets for runs; discovery at build time does not see it. A victim that
// misbehaves before its tests run must not do so while its tests are listed.
inline std::string mode() {
  const char* value = std::getenv("VICTIM_MODE");
  return value != nullptr ? value : "";
}

// A directory of this run alone, for state that must outlive a process.
inline std::filesystem::path scratch() {
  const char* value = std::getenv("VICTIM_SCRATCH");
  return value != nullptr ? value : ".";
}

// Text straight into the descriptor, past every buffer.
inline void say(const std::string& text, int descriptor = 1) {
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = ::write(descriptor, text.data() + written, text.size() - written);
    if (count <= 0) return;
    written += static_cast<std::size_t>(count);
  }
}

inline void crash() {
  int* volatile nowhere = reinterpret_cast<int*>(8);
  *static_cast<volatile int*>(nowhere) = 1;
}

// Five minutes: longer than any limit in the table, shorter than a forgotten process is welcome.
inline void hang() {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(5);
  while (std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
}

// The channel to the runner: the one socket among the descriptors above 2, or -1.
inline int channel() {
  for (int descriptor = 3; descriptor < 1024; ++descriptor) {
    char target[64] = {};
    const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
    if (::readlink(link.c_str(), target, sizeof(target) - 1) <= 0) continue;
    if (std::strncmp(target, "socket:", 7) == 0) return descriptor;
  }
  return -1;
}

inline void expect_default_disposition(int signal_number) {
  struct sigaction action = {};
  ::sigaction(signal_number, nullptr, &action);
  EXPECT_EQ(action.sa_handler, SIG_DFL) << ::strsignal(signal_number);
}

// An ordinary process: nothing that an earlier method did is left, and nothing of the runner's is
// handed on to child processes.
inline void expect_sound_process() {
  EXPECT_EQ(std::filesystem::current_path(), kFirstDirectory);
  EXPECT_NE(std::getenv("PATH"), nullptr);
  EXPECT_NE(std::getenv("VICTIM_SCRATCH"), nullptr);
  const mode_t file_mode_mask = ::umask(022);
  ::umask(file_mode_mask);
  EXPECT_EQ(file_mode_mask, kFirstFileModeMask);
  sigset_t mask;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  for (int number = 1; number < 32; ++number) EXPECT_EQ(sigismember(&mask, number), 0) << number;
  for (int number : {SIGINT, SIGTERM, SIGPIPE, SIGCHLD}) expect_default_disposition(number);
  for (int descriptor : {0, 1, 2}) EXPECT_GE(::fcntl(descriptor, F_GETFD), 0) << descriptor;
  for (int descriptor = 3; descriptor < 1024; ++descriptor) {
    const int flags = ::fcntl(descriptor, F_GETFD);
    EXPECT_TRUE(flags < 0 || (flags & FD_CLOEXEC) != 0) << "inherited descriptor " << descriptor;
  }
  for (const char* name : {"CARPOOL_CHANNEL", "CARPOOL_MODE", "CARPOOL_MARK"}) {
    EXPECT_EQ(std::getenv(name), nullptr) << name;
  }
}

}  // namespace victim
