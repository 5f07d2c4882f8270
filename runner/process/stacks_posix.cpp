#include "process/stacks.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <vector>

#include "process/spawn.h"

namespace carpool {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostStackText = 64u << 10;

bool in_path(const std::string& program) {
  const char* const path = std::getenv("PATH");
  std::istringstream directories(path ? path : "/usr/bin:/bin");
  for (std::string directory; std::getline(directories, directory, ':');) {
    if (access((std::filesystem::path(directory) / program).c_str(), X_OK) == 0) return true;
  }
  return false;
}

// What the program prints until it ends or the time is up.
std::string output_of(const std::vector<std::string>& arguments, Clock::time_point deadline) {
  auto pipe = open_pipe();
  if (!pipe) return {};
  auto child = ChildProcess::spawn({.arguments = arguments,
                                    .environment = {{"DEBUGINFOD_URLS", std::nullopt}},
                                    .working_directory = {},
                                    .output = pipe->far.number(),
                                    .inherited = {}});
  pipe->far.close();
  if (!child) return {};
  std::string text;
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd waiting{.fd = pipe->near.number(), .events = POLLIN, .revents = 0};
    if (left <= 0 || (poll(&waiting, 1, static_cast<int>(left)) < 0 && errno != EINTR)) break;
    char buffer[4096];
    const ssize_t got = read(pipe->near.number(), buffer, sizeof buffer);
    if (got == 0) break;
    if (got > 0 && text.size() < kMostStackText) text.append(buffer, static_cast<std::size_t>(got));
  }
  return text;
}

}  // namespace

std::string collect_stacks(std::int64_t process, std::chrono::milliseconds limit) {
  const Clock::time_point deadline = Clock::now() + limit;
  const std::string id = std::to_string(process);
  if (in_path("eu-stack")) {
    const std::string text = output_of({"eu-stack", "-p", id}, deadline);
    if (text.find('#') != std::string::npos) return text;
  }
  if (in_path("gdb")) {
    const std::string text = output_of({"gdb", "--nx", "--batch", "--quiet", "-p", id, "-ex",
                                        "thread apply all backtrace"},
                                       deadline);
    if (text.find("#0") != std::string::npos) return text;
  }
  return {};
}

}  // namespace carpool
