#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>

#include "process/command.h"
#include "process/guardian.h"
#include "process/interrupt.h"
#include "process/spawn.h"

extern char** environ;

namespace carpool {
namespace {

using Clock = std::chrono::steady_clock;

Result<FileDescriptor> open_output(const std::filesystem::path& file) {
  const std::string path = file.empty() ? "/dev/null" : file.string();
  FileDescriptor output(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (!output) return Error{"cannot write " + path + ": " + std::strerror(errno)};
  return output;
}

// Variables of ours that would turn the plugin on, or change how a nested runner behaves.
void remove_own_variables(SpawnRequest& request) {
  constexpr std::string_view kOurs = "CARPOOL_";
  for (char** entry = environ; *entry; ++entry) {
    const std::string_view text = *entry;
    if (text.starts_with(kOurs)) {
      request.environment.emplace_back(text.substr(0, text.find('=')), std::nullopt);
    }
  }
}

// The time left in whole milliseconds, rounded up so that poll() does not spin; -1 without a
// deadline.
int poll_timeout(std::optional<Clock::time_point> deadline) {
  if (!deadline) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - Clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 1'000'000'000));
}

enum class Wake { kEnded, kInterrupted, kDeadline };

Wake wait_for_end(const ChildProcess& child, std::optional<Clock::time_point> deadline) {
  while (true) {
    // poll() ignores a descriptor below zero: nobody installed the interrupt.
    pollfd watched[] = {{child.end_descriptor(), POLLIN, 0}, {Interrupt::descriptor(), POLLIN, 0}};
    const int ready = poll(watched, 2, poll_timeout(deadline));
    if (ready < 0) continue;
    if (watched[0].revents != 0) return Wake::kEnded;
    if (watched[1].revents != 0) return Wake::kInterrupted;
    if (deadline && Clock::now() >= *deadline) return Wake::kDeadline;
  }
}

void kill_and_wait(ChildProcess& child) {
  child.signal_group(SIGKILL);
  // SIGKILL cannot be refused, only delayed by the kernel.
  const Clock::time_point deadline = Clock::now() + std::chrono::seconds(30);
  pollfd watched = {child.end_descriptor(), POLLIN, 0};
  while (!child.end() && Clock::now() < deadline) poll(&watched, 1, poll_timeout(deadline));
}

Result<CommandEnd> run_and_watch(const Command& command, std::int64_t& group) {
  Result<FileDescriptor> output = open_output(command.output_file);
  if (!output) return output.error();
  SpawnRequest request;
  request.arguments = command.arguments;
  request.working_directory = command.working_directory;
  request.output = output->number();
  std::optional<FileDescriptor> errors;
  if (!command.error_file.empty()) {
    Result<FileDescriptor> opened = open_output(command.error_file);
    if (!opened) return opened.error();
    errors.emplace(std::move(*opened));
    request.error_output = errors->number();
  }
  remove_own_variables(request);
  for (const auto& [name, value] : command.environment)
    request.environment.emplace_back(name, value);

  const Clock::time_point begin = Clock::now();
  Result<ChildProcess> child = ChildProcess::spawn(request);
  if (!child) return child.error();
  group = child->id();
  std::optional<Clock::time_point> deadline;
  if (command.deadline.count() > 0) deadline = begin + command.deadline;
  const Wake wake = wait_for_end(*child, deadline);
  if (wake != Wake::kEnded) kill_and_wait(*child);
  if (wake == Wake::kInterrupted) return Error{"interrupted"};

  CommandEnd end;
  end.timed_out = wake == Wake::kDeadline;
  const std::optional<ProcessEnd> how = child->end();
  end.wall_ns = std::chrono::nanoseconds(Clock::now() - begin).count();
  if (!how || end.timed_out) return end;
  if (const auto* exited = std::get_if<Exited>(&*how)) end.exit_code = exited->code;
  if (const auto* signalled = std::get_if<Signalled>(&*how)) end.signal = signalled->signal;
  return end;
}

}  // namespace

Result<CommandEnd> run_command(const Command& command) {
  std::int64_t group = 0;
  auto end = run_and_watch(command, group);
  // What it left behind would take time from the next. Its group died with the child.
  if (group > 0) Guardian::kill_left_behind(group);
  return end;
}

}  // namespace carpool
