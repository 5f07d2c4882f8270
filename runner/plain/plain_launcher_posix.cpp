#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "plain/event_connections_posix.h"
#include "plain/plain_launcher.h"
#include "plain/printed_output.h"
#include "process/file_descriptor.h"
#include "process/spawn.h"
#include "process/stacks.h"
#include "session/live_worker.h"
#include "session/process_worker_posix.h"
#include "session/worker_process_posix.h"

namespace carpool {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kStackLimit{15'000};
constexpr std::size_t kReadSize = 64u << 10;
constexpr int kMostReads = 64;  // in a row: a survivor may print for ever
constexpr std::size_t kMostResults = 256u << 20;

Error system_error(const std::string& what) { return Error{what + ": " + std::strerror(errno)}; }

// A file without a name, so that nothing is left behind whatever happens. The program reaches it as
// this process's, at the very end, and so holds no descriptor of it: a test that closes all that it
// finds open closes nothing that GoogleTest would miss, and no file of the test's own can come to
// stand at that number.
class ResultFile {
 public:
  static Result<ResultFile> create() {
    FileDescriptor file(memfd_create("googletest.json", MFD_CLOEXEC));
    if (!file) return system_error("cannot create a file in memory");
    return ResultFile(std::move(file));
  }

  std::string path() const {
    return "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(file_.number());
  }

  std::string read() const {
    std::string text;
    std::array<char, kReadSize> buffer;
    while (text.size() < kMostResults) {
      const ssize_t got =
          pread(file_.number(), buffer.data(), buffer.size(), static_cast<off_t>(text.size()));
      if (got <= 0) break;
      text.append(buffer.data(), static_cast<std::size_t>(got));
    }
    return text;
  }

 private:
  explicit ResultFile(FileDescriptor file) : file_(std::move(file)) {}
  FileDescriptor file_;
};

class RunningProgram final : public PlainProcess {
 public:
  RunningProgram(ChildProcess process, FileDescriptor output,
                 std::optional<EventConnections> connections, ResultFile results,
                 std::function<void(std::string_view)> live, const StopSignal& stop)
      : process_(std::move(process)),
        output_(std::move(output)),
        connections_(std::move(connections)),
        results_(std::move(results)),
        printed_(std::move(live)),
        stop_(stop) {}

  std::int64_t process_id() const override { return process_.id(); }
  PlainHappening wait(TimePoint deadline) override;
  CapturedOutput output_of(const std::string& test) override {
    read_output();
    return printed_.take(test);
  }
  CapturedOutput output_of_current() override {
    read_output();
    return printed_.take_current();
  }
  CapturedOutput output_outside() override {
    read_output();
    return printed_.take_outside();
  }
  std::string results() override { return results_.read(); }
  std::string stacks() override { return collect_stacks(process_.id(), kStackLimit); }
  ProcessEnd stop(milliseconds grace) override;
  std::vector<std::string> clean_up() override { return process_.clean_up(); }

 private:
  bool look(TimePoint deadline);
  void read_output();
  void read_stream();
  std::optional<ProcessEnd> wait_for_end(TimePoint deadline);

  OwnProcess process_;
  FileDescriptor output_;
  std::optional<EventConnections> connections_;
  FileDescriptor stream_;
  StreamEventReader events_;
  ResultFile results_;
  PrintedOutput printed_;
  bool heard_out_ = false;  // after its end
  bool interrupted_ = false;
  TimePoint last_look_{};
  const StopSignal& stop_;
};

// Between one look and the next all that it gave is taken, so that who writes to the stream without
// a pause puts off neither the deadline nor an interruption.
PlainHappening RunningProgram::wait(TimePoint deadline) {
  while (true) {
    if (auto event = events_.next()) return std::move(*event);
    if (const auto end = process_.end()) {
      // What it said before may still lie in the socket. Looked for once: a process that it left
      // behind may go on for ever.
      if (!std::exchange(heard_out_, true)) {
        read_stream();
        continue;
      }
      read_output();
      return ProcessEnded{*end};
    }
    if (interrupted_) return InterruptRequested{stop_.reason()};
    if (last_look_ >= deadline) return DeadlinePassed{};
    last_look_ = std::chrono::steady_clock::now();
    interrupted_ = look(deadline);
  }
}

// One poll() on everything there is to wait for, and one step on whatever is ready. Whether it is
// to stop.
bool RunningProgram::look(TimePoint deadline) {
  std::vector<pollfd> waiting{
      {.fd = output_.number(), .events = POLLIN, .revents = 0},
      {.fd = process_.end_descriptor(), .events = POLLIN, .revents = 0},
      {.fd = stop_.descriptor(), .events = POLLIN, .revents = 0},
  };
  constexpr std::size_t kStreamAt = 3;
  if (connections_) connections_->watch(waiting);
  if (poll(waiting.data(), waiting.size(), poll_time(deadline)) <= 0) return false;
  if (waiting[0].revents != 0) read_output();
  const auto said = [](const pollfd& one) { return one.revents != 0; };
  if (std::any_of(waiting.begin() + kStreamAt, waiting.end(), said)) read_stream();
  return waiting[2].revents != 0;
}

void RunningProgram::read_output() {
  std::array<char, kReadSize> buffer;
  for (int reads = 0; output_ && reads < kMostReads; ++reads) {
    const ssize_t got = read(output_.number(), buffer.data(), buffer.size());
    if (got == 0) output_.close();
    if (got <= 0) return;
    printed_.feed(std::string_view(buffer.data(), static_cast<std::size_t>(got)));
  }
}

void RunningProgram::read_stream() {
  if (connections_) connections_->read(events_);
}

std::optional<ProcessEnd> RunningProgram::wait_for_end(TimePoint deadline) {
  while (!process_.end() && std::chrono::steady_clock::now() < deadline) {
    std::array<pollfd, 2> waiting{{
        {.fd = output_.number(), .events = POLLIN, .revents = 0},
        {.fd = process_.end_descriptor(), .events = POLLIN, .revents = 0},
    }};
    poll(waiting.data(), waiting.size(), poll_time(deadline));
    read_output();
  }
  return process_.end();
}

ProcessEnd RunningProgram::stop(milliseconds grace) {
  const auto now = std::chrono::steady_clock::now;
  if (auto end = process_.end()) return *end;
  process_.signal(SIGTERM);
  process_.signal(SIGCONT);  // a stopped process could not even hear of it
  if (auto end = wait_for_end(now() + grace)) return *end;
  process_.signal(SIGKILL);
  // SIGKILL cannot be refused, only delayed by the kernel.
  if (auto end = wait_for_end(now() + std::chrono::seconds(30))) return *end;
  return Signalled{SIGKILL};
}

// Of a switch that the user's own arguments may set: the argument that takes it back. Only then,
// for GoogleTest runs nothing at all where it does not know a switch that is newer than itself.
void take_back(const char* flag, std::vector<std::string>& arguments) {
  const std::string word = std::string("--gtest_") + flag;
  const bool is_set = std::any_of(arguments.begin(), arguments.end(), [&](const std::string& one) {
    return one == word || one.starts_with(word + "=");
  });
  if (is_set) arguments.push_back(word + "=0");
}

// Starts the program with further arguments, behind the user's own: the last word counts. It writes
// its results where GoogleTest is told to by one more.
Result<std::unique_ptr<RunningProgram>> start(const WorkerCommand& command,
                                              std::vector<std::string> further, bool stops,
                                              std::optional<EventConnections> connections,
                                              std::function<void(std::string_view)> live,
                                              const StopSignal& stop) {
  auto results = ResultFile::create();
  if (!results) return results.error();
  auto pipe = open_pipe();
  if (!pipe) return pipe.error();
  SpawnRequest request = process_request(command);
  // With it, tests would be passed over that a process of their own would have run. By the
  // environment, since a GoogleTest that does not know the argument runs nothing.
  take_back("fail_fast", request.arguments);
  if (stops) request.environment.emplace_back("GTEST_FAIL_FAST", "1");
  // What belongs to which test is told by the lines that this leaves out.
  take_back("brief", request.arguments);
  request.environment.emplace_back("GTEST_BRIEF", std::nullopt);
  request.arguments.insert(request.arguments.end(), further.begin(), further.end());
  request.arguments.push_back("--gtest_output=json:" + results->path());
  request.output = pipe->far.number();
  auto process = ChildProcess::spawn(request);
  if (!process) return process.error();
  return std::make_unique<RunningProgram>(std::move(*process), std::move(pipe->near),
                                          std::move(connections), std::move(*results),
                                          std::move(live), stop);
}

}  // namespace

Result<std::unique_ptr<PlainProcess>> ProcessPlainLauncher::launch(
    const PlainRequest& request, std::function<void(std::string_view)> live) {
  auto connections = EventConnections::open();
  if (!connections) return connections.error();
  const std::string address = connections->address();
  auto program = start(
      command_,
      {"--gtest_filter=" + request.filter, "--gtest_also_run_disabled_tests", "--gtest_color=no",
       "--gtest_repeat=1", "--gtest_shuffle=0", "--gtest_stream_result_to=" + address},
      request.stops_at_failure, std::move(*connections), std::move(live), stop_);
  if (!program) return program.error();
  return std::unique_ptr<PlainProcess>(std::move(*program));
}

Result<std::string> list_plain_tests(const WorkerCommand& command, milliseconds limit) {
  const TimePoint deadline = std::chrono::steady_clock::now() + limit;
  auto program = start(
      command, {"--gtest_filter=*", "--gtest_list_tests"}, false, std::nullopt,
      [](std::string_view) {}, interrupt_signal());
  if (!program) return program.error();
  const PlainHappening happening = (*program)->wait(deadline);
  const std::string what = command.executable.string() + " --gtest_list_tests ";
  const std::string said = "\n" + (*program)->output_outside().text;
  if (std::get_if<InterruptRequested>(&happening)) return Error{what + "was interrupted"};
  const auto* const ended = std::get_if<ProcessEnded>(&happening);
  if (!ended) return Error{what + "did not end within " + in_words(limit) + said};
  std::string listed = (*program)->results();
  if (listed.empty()) {
    return Error{what + describe(ended->end) +
                 " and listed nothing: is it a GoogleTest program, 1.10 or later?" + said};
  }
  return listed;
}

}  // namespace carpool
