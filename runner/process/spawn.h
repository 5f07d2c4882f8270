#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "process/file_descriptor.h"
#include "process/left_process.h"
#include "process/process_end.h"

namespace carpool {

// What to start. The child gets /dev/null as standard input and no descriptor above 2 but those in
// `inherited`.
struct SpawnRequest {
  std::vector<std::string>
      arguments;  // the first is the program, looked up in PATH if it has no '/'
  // "NAME=value"; nullopt: the runner's own.
  std::optional<std::vector<std::string>> base_environment;
  // Changes to that; nullopt removes the variable.
  std::vector<std::pair<std::string, std::optional<std::string>>> environment;
  std::filesystem::path working_directory;  // empty: the runner's own
  int output = -1;                          // becomes standard output
  int error_output = -1;                    // becomes standard error; -1: `output` does
  std::vector<int> inherited;               // keep their numbers
};

// A running child, leader of a process group of its own. Destroying it kills the whole group and
// reaps it, so a forgotten ChildProcess can never outlive the runner; the kernel kills it too when
// the thread that started it ends, even by SIGKILL of the runner. Belongs to that one thread.
class ChildProcess {
 public:
  static Result<ChildProcess> spawn(const SpawnRequest& request);

  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  ~ChildProcess();

  std::int64_t id() const { return id_; }

  // Readable for poll() once the process has ended.
  int end_descriptor() const { return end_descriptor_.number(); }

  // How it ended, reaping it; nullopt while it runs. Callable again after the end.
  std::optional<ProcessEnd> end();

  // Sends a signal to the process group (to the leader's survivors, after its end), and to the
  // leader where it has left the group.
  void signal_group(int signal);

  // Processes of the group that outlived the leader. Only after the end.
  std::vector<LeftProcess> survivors() const;

 private:
  ChildProcess(std::int64_t id, FileDescriptor end_descriptor);

  std::int64_t id_ = -1;
  FileDescriptor end_descriptor_;
  std::optional<ProcessEnd> end_;
};

}  // namespace carpool
