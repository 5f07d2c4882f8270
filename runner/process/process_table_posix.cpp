#include "process/process_table_posix.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace carpool {
namespace {

constexpr std::size_t kLongestCommand = 200;

// A process that its parent's death kills (PR_SET_PDEATHSIG) shows these for a moment before it is
// a zombie. Nobody left it behind.
constexpr std::uint64_t kExiting = 0x4;                      // PF_EXITING of the kernel's flags
constexpr std::uint64_t kKillPending = 1u << (SIGKILL - 1);  // of the pending signals

}  // namespace

// The short name stands in parentheses and may itself hold parentheses and spaces.
bool parse_stat(const std::string& line, ProcessEntry& entry) {
  const std::size_t open = line.find('(');
  const std::size_t close = line.rfind(')');
  if (open == std::string::npos || close == std::string::npos || close < open) return false;
  entry.command = line.substr(open + 1, close - open - 1);
  std::istringstream rest(line.substr(close + 1));
  char state = '?';
  std::string skipped;
  std::uint64_t flags = 0;
  std::uint64_t pending = 0;
  rest >> state >> entry.parent >> entry.group;
  int terminal = 0;
  rest >> skipped >> terminal >> skipped >> flags;
  for (int field = 10; field <= 30; ++field) rest >> skipped;
  if (!(rest >> pending)) return false;
  entry.stopped = state == 'T';
  entry.has_terminal = terminal != 0;
  entry.ending = state == 'Z' || state == 'X' || (flags & kExiting) || (pending & kKillPending);
  return true;
}

bool environment_holds(pid_t process, const std::string& text) {
  std::ifstream file("/proc/" + std::to_string(process) + "/environ", std::ios::binary);
  const std::string environment{std::istreambuf_iterator<char>(file), {}};
  return environment.find(text) != std::string::npos;
}

std::optional<ProcessEntry> process_entry(pid_t process) {
  ProcessEntry entry;
  entry.id = process;
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string line;
  if (!std::getline(file, line) || !parse_stat(line, entry)) return std::nullopt;
  return entry;
}

bool stopped_for_good(const ProcessEntry& process, const std::optional<ProcessEntry>& parent) {
  if (!process.stopped) return false;
  if (!process.has_terminal || process.parent <= 1) return true;
  return parent && parent->command.starts_with("ctest") && !parent->stopped;
}

std::vector<ProcessEntry> process_table() {
  std::vector<ProcessEntry> table;
  std::error_code error;
  std::filesystem::directory_iterator directory("/proc", error);
  for (; !error && directory != std::filesystem::directory_iterator(); directory.increment(error)) {
    const std::string name = directory->path().filename().string();
    pid_t process = 0;
    const auto [end, failure] = std::from_chars(name.data(), name.data() + name.size(), process);
    if (failure != std::errc() || end != name.data() + name.size()) continue;
    if (auto entry = process_entry(process)) table.push_back(std::move(*entry));
  }
  return table;
}

std::string describe(const ProcessEntry& entry) {
  std::ifstream file("/proc/" + std::to_string(entry.id) + "/cmdline", std::ios::binary);
  std::string command{std::istreambuf_iterator<char>(file), {}};
  while (!command.empty() && command.back() == '\0') command.pop_back();
  std::ranges::replace(command, '\0', ' ');
  if (command.empty()) command = entry.command;
  if (command.size() > kLongestCommand) command = command.substr(0, kLongestCommand) + "...";
  return std::to_string(entry.id) + " " + command;
}

}  // namespace carpool
