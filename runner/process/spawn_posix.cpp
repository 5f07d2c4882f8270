#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>

#include "base/last_resort.h"
#include "process/guardian.h"
#include "process/process_table_posix.h"
#include "process/spawn.h"

extern char** environ;

namespace carpool {
namespace {

constexpr int kPatienceWithTheKernel = 30'000;  // milliseconds

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> own_environment() {
  std::vector<std::string> variables;
  for (char** entry = environ; *entry; ++entry) variables.emplace_back(*entry);
  return variables;
}

std::vector<std::string> changed_environment(const SpawnRequest& request) {
  std::vector<std::string> variables;
  const std::vector<std::string> base =
      request.base_environment ? *request.base_environment : own_environment();
  for (const std::string_view text : base) {
    const std::string_view name = text.substr(0, text.find('='));
    const bool changed = std::ranges::any_of(
        request.environment, [&](const auto& change) { return change.first == name; });
    if (!changed && name != Guardian::kMarkVariable) variables.emplace_back(text);
  }
  for (const auto& [name, value] : request.environment) {
    if (value) variables.push_back(name + "=" + *value);
  }
  return variables;
}

// What the child needs, laid out before it exists: between vfork and exec it may not allocate.
struct ChildPlan {
  char** arguments;
  char** environment;
  const char* working_directory;  // nullptr: stay
  int standard_input;
  int output;
  int error_output;
  const int* inherited;
  std::size_t inherited_count;
  const int* kept;  // what stays open until exec: inherited and failure_pipe, ascending
  std::size_t kept_count;
  int failure_pipe;
  pid_t parent;
  const sigset_t* signal_mask;
};

enum class Step { kDone, kWorkingDirectory, kExecute };

struct ChildFailure {
  Step step = Step::kDone;
  int error_number = 0;
};

void close_all_but(const int* kept, std::size_t count) {
  unsigned first = 3;
  for (std::size_t i = 0; i < count; ++i) {
    const unsigned number = static_cast<unsigned>(kept[i]);
    if (number > first) syscall(SYS_close_range, first, number - 1, 0);
    if (number >= first) first = number + 1;
  }
  syscall(SYS_close_range, first, ~0U, 0);
}

// Why there is no program, for the parent to read. Through a pipe, since valgrind and
// ThreadSanitizer turn vfork() into fork(), and what the child writes is its own then.
[[noreturn]] void give_up(const ChildPlan& plan, Step step) {
  const ChildFailure failure{step, errno};
  [[maybe_unused]] const ssize_t written = write(plan.failure_pipe, &failure, sizeof failure);
  _exit(127);
}

// Runs in the child, on the parent's memory: system calls only.
[[noreturn]] void become_child(const ChildPlan& plan) {
  // Before exec and so before spawn() returns: the group exists when the guardian hears of it.
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The parent may have died before the line above took effect.
  if (getppid() != plan.parent) _exit(127);
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction action {};
    action.sa_handler = SIG_DFL;
    sigaction(signal, &action, nullptr);
  }
  dup2(plan.standard_input, STDIN_FILENO);
  dup2(plan.output, STDOUT_FILENO);
  dup2(plan.error_output, STDERR_FILENO);
  for (std::size_t i = 0; i < plan.inherited_count; ++i) fcntl(plan.inherited[i], F_SETFD, 0);
  close_all_but(plan.kept, plan.kept_count);
  if (plan.working_directory && chdir(plan.working_directory) != 0) {
    give_up(plan, Step::kWorkingDirectory);
  }
  sigprocmask(SIG_SETMASK, plan.signal_mask, nullptr);
  execvpe(plan.arguments[0], plan.arguments, plan.environment);
  give_up(plan, Step::kExecute);
}

// vfork, since copying the page tables of a runner that holds 100,000 results costs more than all
// the rest. Signals stay blocked while the child borrows the parent's memory: a handler that ran in
// the child would change the parent's state.
pid_t start_child(ChildPlan& plan) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  sigset_t child_mask;
  sigemptyset(&child_mask);
  plan.signal_mask = &child_mask;
  const pid_t child = vfork();
  if (child == 0) become_child(plan);
  const int error_number = errno;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error_number;
  return child;
}

// Waits until the child has become its program or has said why it cannot.
ChildFailure read_failure(const FileDescriptor& pipe) {
  ChildFailure failure;
  ssize_t size = 0;
  do {
    size = read(pipe.number(), &failure, sizeof failure);
  } while (size < 0 && errno == EINTR);
  return size == sizeof failure ? failure : ChildFailure{};
}

Error spawn_error(const SpawnRequest& request, const ChildFailure& failure) {
  const std::string reason = std::strerror(failure.error_number);
  if (failure.step == Step::kWorkingDirectory) {
    return Error{"cannot enter the working directory " + request.working_directory.string() + ": " +
                 reason};
  }
  const std::string mend =
      failure.error_number == EAGAIN ? std::string(". ") + kRaiseThreadLimit : std::string();
  return Error{"cannot start " + request.arguments.front() + ": " + reason + mend};
}

// A child that asked to be traced by its parent (a check for debuggers, say) stops at each signal
// until the parent lets it go on.
void let_go_of_traced(const siginfo_t& stop) {
  const int signal = stop.si_status == SIGTRAP ? 0 : stop.si_status;
  ptrace(PTRACE_DETACH, stop.si_pid, nullptr, static_cast<std::intptr_t>(signal));
}

ProcessEnd end_from(const siginfo_t& info) {
  if (info.si_code == CLD_EXITED) return Exited{info.si_status};
  return Signalled{info.si_status};
}

}  // namespace

ChildProcess::ChildProcess(std::int64_t id, FileDescriptor end_descriptor)
    : id_(id), end_descriptor_(std::move(end_descriptor)) {}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : id_(std::exchange(other.id_, -1)),
      end_descriptor_(std::move(other.end_descriptor_)),
      end_(std::move(other.end_)) {}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(end_descriptor_, other.end_descriptor_);
  std::swap(end_, other.end_);
  return *this;
}

ChildProcess::~ChildProcess() {
  if (id_ < 0) return;
  signal_group(SIGKILL);
  if (!end_) {
    // Bounded: a process in uninterruptible sleep dies when the kernel lets it.
    pollfd ended{.fd = end_descriptor_.number(), .events = POLLIN, .revents = 0};
    poll(&ended, 1, kPatienceWithTheKernel);
    end();
    signal_group(SIGKILL);
  }
  Guardian::forget(id_);
}

Result<ChildProcess> ChildProcess::spawn(const SpawnRequest& request) {
  std::vector<std::string> arguments = request.arguments;
  std::vector<std::string> environment = changed_environment(request);
  if (const std::string mark = Guardian::environment_mark(); !mark.empty()) {
    environment.push_back(mark);
  }
  std::vector<char*> argument_pointers = pointers_to(arguments);
  std::vector<char*> environment_pointers = pointers_to(environment);
  const FileDescriptor null_input(open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (!null_input) return Error{std::string("cannot open /dev/null: ") + std::strerror(errno)};

  int failure_ends[2];
  if (pipe2(failure_ends, O_CLOEXEC) != 0) {
    return Error{std::string("cannot open a pipe: ") + std::strerror(errno)};
  }
  const FileDescriptor failure_reader(failure_ends[0]);
  FileDescriptor failure_writer(failure_ends[1]);
  std::vector<int> kept = request.inherited;
  kept.push_back(failure_writer.number());
  std::ranges::sort(kept);

  ChildPlan plan{
      .arguments = argument_pointers.data(),
      .environment = environment_pointers.data(),
      .working_directory =
          request.working_directory.empty() ? nullptr : request.working_directory.c_str(),
      .standard_input = null_input.number(),
      .output = request.output,
      .error_output = request.error_output < 0 ? request.output : request.error_output,
      .inherited = request.inherited.data(),
      .inherited_count = request.inherited.size(),
      .kept = kept.data(),
      .kept_count = kept.size(),
      .failure_pipe = failure_writer.number(),
      .parent = getpid(),
      .signal_mask = nullptr,
  };
  ChildFailure failure;
  const auto child = static_cast<pid_t>(Guardian::watch([&] {
    const pid_t started = start_child(plan);
    if (started < 0) failure = {Step::kExecute, errno};
    return static_cast<std::int64_t>(started);
  }));
  if (child < 0) return spawn_error(request, failure);
  failure_writer = FileDescriptor();
  failure = read_failure(failure_reader);
  if (failure.error_number != 0) {
    waitpid(child, nullptr, 0);
    Guardian::forget(child);
    return spawn_error(request, failure);
  }
  FileDescriptor end_descriptor(static_cast<int>(syscall(SYS_pidfd_open, child, 0)));
  ChildProcess process(child, std::move(end_descriptor));
  if (!process.end_descriptor_) {
    return Error{std::string("cannot watch a process (pidfd_open, Linux 5.3 or later): ") +
                 std::strerror(errno)};
  }
  return process;
}

std::optional<ProcessEnd> ChildProcess::end() {
  if (end_) return end_;
  siginfo_t info{};
  if (waitid(P_PID, static_cast<id_t>(id_), &info, WEXITED | WNOHANG) != 0 || info.si_pid == 0) {
    return std::nullopt;
  }
  if (info.si_code == CLD_TRAPPED || info.si_code == CLD_STOPPED) {
    let_go_of_traced(info);
    return std::nullopt;
  }
  end_ = end_from(info);
  return end_;
}

void ChildProcess::signal_group(int signal) {
  kill(static_cast<pid_t>(-id_), signal);
  const bool left_its_group = !end_ && getpgid(static_cast<pid_t>(id_)) != id_;
  if (left_its_group) {
    syscall(SYS_pidfd_send_signal, end_descriptor_.number(), signal, nullptr, 0);
  }
}

std::vector<LeftProcess> ChildProcess::survivors() const {
  // The cheap question first: most groups are empty once their leader is gone.
  if (kill(static_cast<pid_t>(-id_), 0) != 0) return {};
  std::vector<LeftProcess> found;
  for (const ProcessEntry& entry : process_table()) {
    if (entry.group == id_ && !entry.ending) found.push_back({entry.id, describe(entry)});
  }
  return found;
}

}  // namespace carpool
