#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "process/file_descriptor.h"
#include "process/process_end.h"
#include "process/spawn.h"
#include "session/output_collector.h"

namespace carpool {

// The process of one worker, however it was started.
class WorkerProcess {
 public:
  virtual ~WorkerProcess() = default;

  // The process that was started first; a launcher's, where one stands between.
  virtual std::int64_t id() const = 0;

  // The worker has called, and is this process. Whether its number is worth keeping.
  virtual bool welcome(std::int64_t peer) = 0;

  // Readable for poll() once the worker has ended.
  virtual int end_descriptor() const = 0;
  virtual std::optional<ProcessEnd> end() = 0;

  // To all of it.
  virtual void signal(int signal) = 0;

  // After the end: kills what is left of it, and names it.
  virtual std::vector<std::string> clean_up() = 0;

  // What was printed that no worker's own output holds.
  virtual CapturedOutput further_output() { return {}; }
};

// A child of the runner's own, with a launcher in between or not.
class OwnProcess final : public WorkerProcess {
 public:
  explicit OwnProcess(ChildProcess process) : process_(std::move(process)) {}

  std::int64_t id() const override { return process_.id(); }
  bool welcome(std::int64_t peer) override;
  int end_descriptor() const override { return process_.end_descriptor(); }
  std::optional<ProcessEnd> end() override { return process_.end(); }
  void signal(int signal) override;
  std::vector<std::string> clean_up() override;

 private:
  ChildProcess process_;
  FileDescriptor peer_;  // of the worker, where it is not the process that was started
};

// One start of a launcher that starts all ranks of a gang by itself, such as mpiexec.
class Launch {
 public:
  Launch(ChildProcess process, FileDescriptor output)
      : process_(std::move(process)), output_(std::move(output)) {}
  // Ends the launcher where it has not ended, giving it a moment to clean up behind itself.
  ~Launch();
  Launch(const Launch&) = delete;
  Launch& operator=(const Launch&) = delete;

  ChildProcess& process() { return process_; }
  int output_descriptor() const { return output_.number(); }

  // How it ended; nothing where it has not within that time.
  std::optional<ProcessEnd> wait_for_end(std::chrono::milliseconds limit);

  // Reads what there is, so that nobody who prints has to wait.
  void read_output();
  CapturedOutput take_output();

 private:
  ChildProcess process_;
  FileDescriptor output_;
  BoundedText text_;
};

// A rank that a launcher has started: a stranger's child, so that nobody tells the runner how it
// ended, unless its crash handler has.
class LaunchedProcess final : public WorkerProcess {
 public:
  explicit LaunchedProcess(std::shared_ptr<Launch> launch) : launch_(std::move(launch)) {}

  std::int64_t id() const override { return launch_->process().id(); }
  bool welcome(std::int64_t peer) override;
  int end_descriptor() const override;
  std::optional<ProcessEnd> end() override;
  void signal(int signal) override;
  std::vector<std::string> clean_up() override;
  // The launcher's, for the last of its ranks.
  CapturedOutput further_output() override;

 private:
  std::shared_ptr<Launch> launch_;
  FileDescriptor peer_;
  bool gone_ = false;
};

}  // namespace carpool
