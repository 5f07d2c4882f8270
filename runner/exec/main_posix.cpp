// carpool-exec <manifest.json> <Suite.Name>: the CTest entry of one test method. Hands the method
// to the broker, which has a live worker for its class, passes the output on and ends as the method
// did. Linked without the C++ library and statically where that is to be had: it is started a
// thousand times in a ctest of a thousand methods.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "base/own_end.h"
#include "exec/broker_connection_posix.h"
#include "exec/conversation_posix.h"
#include "exec/ctest_process_posix.h"

namespace carpool::exec {
namespace {

constexpr int kUsage = 2;
constexpr char kSkipped[] = "77";

constexpr char kHelp[] =
    "usage: carpool-exec <manifest.json> <Suite.Name>\n"
    "\n"
    "Runs one test method in the live worker of its class. CTest starts it, one for each entry of\n"
    "add_continuous_test(... GRANULARITY METHOD); `carpool run --method` is the way by hand.\n"
    "\n"
    "CARPOOL_DIRECT=1: becomes the test executable instead, with just this method; so it does "
    "under\n"
    "a debugger. CARPOOL_KEEP_WARM=<seconds>: live workers wait so long for the next ctest.\n"
    "CARPOOL_BROKER_PATIENCE=<seconds>: how long the broker may be silent (60); one that does not "
    "answer\n"
    "then is taken for lost.\n"
    "\n"
    "Exit codes: 0 passed; 1 failed; 2 usage; 77 skipped; what the test gave to exit(). A test "
    "that "
    "died\n"
    "of a signal: the same signal. A test that came to no verdict (not run, out of time, ended by "
    "exit(0),\n"
    "its broker lost, ...): SIGABRT, which CTest shows red whatever properties the entry has.\n";

void say(int descriptor, const char* text) {
  [[maybe_unused]] const ssize_t written = write(descriptor, text, std::strlen(text));
}

// Nobody has run the method, or nobody knows what came of it. No exit code says so: CTest's
// WILL_FAIL makes each of them green.
[[noreturn]] void end_without_verdict() { die_of(kSignalWithoutVerdict); }

// "<directory of this executable>/carpool".
bool find_runner(char (&path)[4096]) {
  constexpr char kName[] = "carpool";
  const ssize_t size = readlink("/proc/self/exe", path, sizeof path - sizeof kName);
  if (size <= 0) return false;
  path[size] = '\0';
  char* const last = std::strrchr(path, '/');
  if (last == nullptr) return false;
  std::memcpy(last + 1, kName, sizeof kName);
  return true;
}

// "--method=<name>", for names that look like options.
char* method_option(const char* method) {
  constexpr char kOption[] = "--method=";
  const std::size_t size = std::strlen(method);
  char* const text = static_cast<char*>(std::malloc(sizeof kOption + size));
  if (text == nullptr) std::abort();
  std::memcpy(text, kOption, sizeof kOption - 1);
  std::memcpy(text + sizeof kOption - 1, method, size + 1);
  return text;
}

// Sockets and the broker's listener must not be taken for standard input or output.
void open_standard_descriptors() {
  int opened = 0;
  do {
    opened = open("/dev/null", O_RDWR);
  } while (opened >= 0 && opened <= STDERR_FILENO);
  if (opened >= 0) close(opened);
}

// What this process was started with; whatever it becomes gets it back.
void (*own_sigpipe)(int) = SIG_DFL;

// Where nobody reads the output any more, the method runs on all the same, as it would by itself.
void outlive_readers() {
  own_sigpipe = signal(SIGPIPE, SIG_IGN);
  if (own_sigpipe == SIG_ERR) own_sigpipe = SIG_DFL;
}

[[noreturn]] void become(char* runner, const char* const* arguments) {
  signal(SIGPIPE, own_sigpipe);
  execv(runner, const_cast<char* const*>(arguments));
  say(STDERR_FILENO, "carpool-exec: cannot start ");
  say(STDERR_FILENO, runner);
  say(STDERR_FILENO, ": ");
  say(STDERR_FILENO, std::strerror(errno));
  say(STDERR_FILENO, " (it is installed beside carpool-exec; build or install Carpool again)\n");
  end_without_verdict();
}

[[noreturn]] void become_the_test(char* runner, const char* manifest, const char* method) {
  const char* const arguments[] = {
      runner, "run", "--manifest", manifest, "--direct", method_option(method), nullptr};
  become(runner, arguments);
}

[[noreturn]] void run_alone(char* runner, const char* manifest, const char* method,
                            const char* why) {
  const char* const arguments[] = {runner,
                                   "run",
                                   "--manifest",
                                   manifest,
                                   "--under-ctest",
                                   "--all-skipped-exit-code",
                                   kSkipped,
                                   "--without-broker",
                                   why,
                                   method_option(method),
                                   nullptr};
  become(runner, arguments);
}

bool wants_direct() {
  const char* const value = std::getenv("CARPOOL_DIRECT");
  return value != nullptr && std::strcmp(value, "") != 0 && std::strcmp(value, "0") != 0;
}

// A broker that was about to end when it was found gives way to another.
Outcome run_by_broker(const char* runner, const char* manifest, const char* method,
                      const CtestProcess& ctest) {
  constexpr int kMostBrokers = 5;
  for (int attempt = 0; attempt < kMostBrokers; ++attempt) {
    const FoundBroker broker = find_broker(runner, manifest, ctest, attempt == 0);
    if (broker.connected < 0) return {Outcome::kAlone, 0, broker.why};
    const Outcome outcome = converse(broker.connected, manifest, method, ctest);
    if (outcome.kind != Outcome::kAgain) return outcome;
    close(broker.connected);
    if (broker.is_new) return {Outcome::kAlone, 0, "the broker ended as soon as it was started"};
  }
  return {Outcome::kAlone, 0, "no broker would take it"};
}

[[noreturn]] void run(const char* manifest, const char* method) {
  static char runner[4096];
  if (!find_runner(runner)) {
    say(STDERR_FILENO, "carpool-exec: /proc is not there: cannot tell where carpool is\n");
    end_without_verdict();
  }
  if (wants_direct() || is_traced()) become_the_test(runner, manifest, method);
  const CtestProcess ctest = find_ctest();
  const Outcome outcome = run_by_broker(runner, manifest, method, ctest);
  switch (outcome.kind) {
    case Outcome::kExit:
      _exit(outcome.number);
    case Outcome::kSignal:
      die_of(outcome.number);
    case Outcome::kAgain:
    case Outcome::kAlone:
      run_alone(runner, manifest, method, outcome.why);
    case Outcome::kBroken:
      break;
  }
  say(STDERR_FILENO, "carpool-exec: the broker ");
  say(STDERR_FILENO, outcome.why);
  say(STDERR_FILENO, " while it ran this method\n");
  end_without_verdict();
}

}  // namespace
}  // namespace carpool::exec

int main(int count, char** arguments) {
  using namespace carpool::exec;
  open_standard_descriptors();
  if (count == 2 && std::strcmp(arguments[1], "--help") == 0) {
    say(STDOUT_FILENO, kHelp);
    return 0;
  }
  if (count != 3) {
    say(STDERR_FILENO, kHelp);
    return kUsage;
  }
  outlive_readers();
  run(arguments[1], arguments[2]);
}
