#include "process/program_output.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "process/spawn.h"

namespace carpool {
namespace {

constexpr std::size_t kMostText = 64u << 10;

}  // namespace

bool in_path(const std::string& program) {
  const char* const path = std::getenv("PATH");
  std::istringstream directories(path ? path : "/usr/bin:/bin");
  for (std::string directory; std::getline(directories, directory, ':');) {
    if (access((std::filesystem::path(directory) / program).c_str(), X_OK) == 0) return true;
  }
  return false;
}

std::string program_output(const std::vector<std::string>& arguments,
                           std::chrono::steady_clock::time_point deadline) {
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
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now())
            .count();
    pollfd waiting{.fd = pipe->near.number(), .events = POLLIN, .revents = 0};
    if (left <= 0 || (poll(&waiting, 1, static_cast<int>(left)) < 0 && errno != EINTR)) break;
    char buffer[4096];
    const ssize_t got = read(pipe->near.number(), buffer, sizeof buffer);
    if (got == 0) break;
    if (got > 0 && text.size() < kMostText) text.append(buffer, static_cast<std::size_t>(got));
  }
  return text;
}

}  // namespace carpool
