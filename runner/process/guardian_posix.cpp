#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <set>
#include <string>
#include <thread>

#include "base/last_resort.h"
#include "process/file_descriptor.h"
#include "process/guardian.h"
#include "process/process_table_posix.h"
#include "process/random.h"

namespace carpool {
namespace {

constexpr int kMostGroups = 4096;
// A runner that stands still so often in a row is told to go on.
constexpr int kLooksUntilItGoesOn = 5;
constexpr int kTimeBetweenLooks = 4'000;  // milliseconds

std::atomic<int> alarm_pipe{-1};
std::mutex registry_mutex;
std::set<std::int64_t> live_groups;  // by registry_mutex
std::set<pid_t> earlier_children;
std::set<std::int64_t> named_processes;  // that are dying; by registry_mutex
pid_t guardian_process = -1;
std::string run_mark;  // set before the first thread

std::filesystem::path name_scratch_directory() {
  std::error_code trouble;
  std::filesystem::path base = std::filesystem::temp_directory_path(trouble);
  if (trouble) base = "/tmp";
  return base / ("carpool-" + (run_mark.empty() ? random_hexadecimal(16) : run_mark));
}

// Forks without an exit signal: such a child is invisible to waits without __WCLONE, so that it
// neither disturbs the question "have I any children left?" nor is reaped by mistake.
pid_t fork_unseen() {
  return static_cast<pid_t>(syscall(SYS_clone, 0, nullptr, nullptr, nullptr, 0));
}

// Again and again, since one that forks in the meantime leaves a child; but not for ever.
void kill_marked(const std::string& mark) {
  for (int round = 0; round < 20; ++round) {
    bool found = false;
    for (const ProcessEntry& entry : process_table()) {
      if (entry.ending || entry.id == getpid() || !environment_holds(entry.id, mark)) continue;
      found = kill(entry.id, SIGKILL) == 0 || found;
    }
    if (!found) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

// A test may stop the runner, its parent. Nothing would ever end then: no limit passes in a runner
// that stands still, and it does not even hear that ctest has died.
class Wakener {
 public:
  explicit Wakener(pid_t runner) : runner_(runner) {}

  void look() {
    const auto entry = process_entry(runner_);
    const bool for_good = entry && stopped_for_good(*entry, process_entry(entry->parent));
    looks_ = for_good ? looks_ + 1 : 0;
    if (looks_ < kLooksUntilItGoesOn) return;
    kill(runner_, SIGCONT);
    looks_ = 0;
  }

 private:
  pid_t runner_;
  int looks_ = 0;
};

// The guardian's whole life. A message is the group's number, negative to forget it, or 0 for an
// end in good order; messages are shorter than PIPE_BUF, so they arrive whole.
[[noreturn]] void guard(pid_t runner, int pipe, const std::string& mark,
                        const std::filesystem::path& scratch) {
  static std::int64_t groups[kMostGroups];
  int count = 0;
  setsid();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) ::signal(signal, SIG_IGN);
  const int nothing = open("/dev/null", O_RDWR);
  for (int number = 0; number < 3; ++number) dup2(nothing, number);
  dup2(pipe, 3);
  syscall(SYS_close_range, 4U, ~0U, 0);
  std::int64_t message = 0;
  bool in_good_order = false;
  Wakener wakener(runner);
  for (;;) {
    pollfd news{.fd = 3, .events = POLLIN, .revents = 0};
    // Without a worker nobody is there who could stop the runner.
    const int ready = count > 0 ? poll(&news, 1, kTimeBetweenLooks) : 1;
    if (ready == 0) wakener.look();
    if (ready <= 0) continue;
    const ssize_t size = read(3, &message, sizeof message);
    if (size < 0 && errno == EINTR) continue;
    in_good_order = size == sizeof message && message == 0;
    if (size != sizeof message || in_good_order) break;
    if (message > 0 && count < kMostGroups) groups[count++] = message;
    for (int i = 0; message < 0 && i < count; ++i) {
      if (groups[i] == -message) groups[i--] = groups[--count];
    }
  }
  for (int i = 0; i < count; ++i) kill(static_cast<pid_t>(-groups[i]), SIGKILL);
  if (!in_good_order) kill_marked(mark);
  std::error_code ignored;
  std::filesystem::remove_all(scratch, ignored);
  _exit(0);
}

void tell(std::int64_t message) {
  const int pipe = alarm_pipe.load();
  if (pipe < 0) return;
  while (write(pipe, &message, sizeof message) < 0 && errno == EINTR) {
  }
}

bool have_children() {
  siginfo_t info{};
  return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD;
}

// Children of ours that no session started: orphans of dead workers, handed to us by the kernel.
// Those there before us (a shell's background job, where the shell became the runner by exec) are
// nobody's.
std::vector<ProcessEntry> orphans() {
  std::vector<ProcessEntry> found;
  for (ProcessEntry& entry : process_table()) {
    const bool ours = entry.parent == getpid() && entry.id != guardian_process;
    if (ours && !earlier_children.contains(entry.id)) found.push_back(std::move(entry));
  }
  return found;
}

// Bounded: a process in uninterruptible sleep dies when the kernel lets it, and is init's to reap
// then.
void reap(pid_t process) {
  for (int attempt = 0; attempt < 50 && waitpid(process, nullptr, WNOHANG) == 0; ++attempt) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

}  // namespace

Result<void> Guardian::start() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    return Error{std::string("cannot open the guardian's pipe: ") + std::strerror(errno)};
  }
  run_mark = random_hexadecimal(16);
  const std::filesystem::path& scratch = scratch_directory();
  const pid_t runner = getpid();
  guardian_process = fork_unseen();
  if (guardian_process == 0) {
    close(ends[1]);
    guard(runner, ends[0], run_mark, scratch);
  }
  close(ends[0]);
  if (guardian_process < 0) {
    close(ends[1]);
    const int why = errno;
    return Error{std::string("cannot start the guardian: ") + std::strerror(why) +
                 (why == EAGAIN ? std::string(". ") + kRaiseThreadLimit : std::string())};
  }
  if (have_children()) {
    for (const ProcessEntry& entry : orphans()) earlier_children.insert(entry.id);
  }
  alarm_pipe = ends[1];
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  return {};
}

const std::filesystem::path& Guardian::scratch_directory() {
  static const std::filesystem::path directory = name_scratch_directory();
  return directory;
}

std::string Guardian::environment_mark() {
  if (run_mark.empty()) return {};
  const char* const outer = std::getenv(kMarkVariable);
  return std::string(kMarkVariable) + "=" + (outer ? std::string(outer) + "," : "") + run_mark;
}

std::int64_t Guardian::watch(const std::function<std::int64_t()>& spawn) {
  const std::lock_guard lock(registry_mutex);
  const std::int64_t group = spawn();
  if (group < 1) return group;
  live_groups.insert(group);
  tell(group);
  return group;
}

void Guardian::forget(std::int64_t group) {
  const std::lock_guard lock(registry_mutex);
  live_groups.erase(group);
  tell(-group);
}

void Guardian::stop() {
  tell(0);
  const int pipe = alarm_pipe.exchange(-1);
  if (pipe < 0) return;
  close(pipe);
  while (waitpid(guardian_process, nullptr, __WCLONE) < 0 && errno == EINTR) {
  }
}

std::vector<LeftProcess> Guardian::kill_left_behind(std::int64_t ended,
                                                    const std::vector<LeftProcess>& named) {
  std::vector<LeftProcess> found;
  if (alarm_pipe.load() < 0) return found;
  const std::lock_guard lock(registry_mutex);
  for (const LeftProcess& process : named) named_processes.insert(process.id);
  // While other workers live, nobody can tell their daemons from those of the ended one.
  for (const std::int64_t group : live_groups) {
    if (group != ended) return found;
  }
  // Killing one may hand its own children to us: again, until there is none, but not for ever.
  for (int round = 0; round < 10 && have_children(); ++round) {
    const std::vector<ProcessEntry> left = orphans();
    if (left.empty()) break;
    for (const ProcessEntry& entry : left) {
      // One that has ended by itself only needs reaping.
      const bool is_named = entry.group == ended || named_processes.contains(entry.id);
      if (!entry.ending && !is_named) found.push_back({entry.id, describe(entry)});
      kill(entry.id, SIGKILL);
      reap(entry.id);
      named_processes.erase(entry.id);
    }
  }
  return found;
}

}  // namespace carpool
