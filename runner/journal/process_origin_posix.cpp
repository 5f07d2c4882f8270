#include "journal/process_origin_posix.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <system_error>

#include "journal/timestamp.h"

namespace carpool {
namespace {

constexpr std::int64_t kSecond_ns = 1'000'000'000;
constexpr int kMostGenerations = 64;

// What /proc/<pid>/stat says of a process, as far as it is needed here.
struct ProcessEntry {
  std::string name;
  std::int64_t parent = 0;
  std::int64_t start_ticks = 0;  // since boot
};

std::string content_of(const std::string& path) {
  std::ifstream input(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(input), std::istreambuf_iterator<char>()};
}

bool is_ctest(const ProcessEntry& entry) { return entry.name.starts_with("ctest"); }

std::optional<ProcessEntry> process_entry(std::int64_t process_id) {
  const std::string text = content_of("/proc/" + std::to_string(process_id) + "/stat");
  // The name stands in brackets and may hold brackets and spaces itself.
  const std::size_t open = text.find('(');
  const std::size_t close = text.rfind(')');
  if (open == std::string::npos || close == std::string::npos || close < open) return std::nullopt;
  ProcessEntry entry;
  entry.name = text.substr(open + 1, close - open - 1);
  std::istringstream fields(text.substr(close + 1));
  std::string state;
  fields >> state >> entry.parent;
  std::string passed_over;
  for (int field = 5; field < 22; ++field) fields >> passed_over;
  fields >> entry.start_ticks;  // field 22, see proc(5)
  if (!fields) return std::nullopt;
  return entry;
}

// When the machine started, since the Unix epoch.
std::int64_t boot_time_s() {
  std::istringstream lines(content_of("/proc/stat"));
  std::string word;
  while (lines >> word) {
    std::int64_t seconds = 0;
    if (word == "btime" && lines >> seconds) return seconds;
  }
  return 0;
}

std::string identity_of(std::int64_t process_id, const ProcessEntry& entry) {
  std::string boot_id = content_of("/proc/sys/kernel/random/boot_id");
  if (!boot_id.empty() && boot_id.back() == '\n') boot_id.pop_back();
  std::error_code ignored;  // where there are no namespaces, all processes are in one
  const auto name_space = std::filesystem::read_symlink("/proc/self/ns/pid", ignored);
  return boot_id + " " + name_space.string() + " " + std::to_string(process_id) + " " +
         std::to_string(entry.start_ticks);
}

struct BootTime {
  std::string boot_id;
  std::int64_t ticks = -1;
};

BootTime boot_time_in(const std::string& identity) {
  BootTime time;
  std::string name_space;
  std::string process_id;
  std::istringstream parts(identity);
  parts >> time.boot_id >> name_space >> process_id >> time.ticks;
  if (!parts) time.ticks = -1;
  return time;
}

ProcessOrigin origin_of(std::int64_t process_id, const ProcessEntry& entry) {
  const std::int64_t ticks_per_second = ::sysconf(_SC_CLK_TCK);
  return {.process_id = process_id,
          .started_at_ns =
              boot_time_s() * kSecond_ns + entry.start_ticks * (kSecond_ns / ticks_per_second),
          .identity = identity_of(process_id, entry)};
}

}  // namespace

std::optional<bool> started_later(const std::string& identity, const std::string& than) {
  const BootTime one = boot_time_in(identity);
  const BootTime other = boot_time_in(than);
  if (one.ticks < 0 || other.ticks < 0 || one.boot_id != other.boot_id) return std::nullopt;
  return one.ticks > other.ticks;
}

std::optional<ProcessOrigin> process_origin(std::int64_t process_id) {
  const auto entry = process_entry(process_id);
  if (!entry) return std::nullopt;
  return origin_of(process_id, *entry);
}

ProcessOrigin this_process() {
  if (const auto origin = process_origin(::getpid())) return *origin;
  return {.process_id = ::getpid(), .started_at_ns = unix_time_ns()};
}

std::optional<ProcessOrigin> ctest_above() {
  const std::int64_t parent = ::getppid();
  std::int64_t ancestor = parent;
  for (int generation = 0; generation < kMostGenerations && ancestor > 0; ++generation) {
    const auto entry = process_entry(ancestor);
    if (!entry) break;
    if (is_ctest(*entry)) return origin_of(ancestor, *entry);
    ancestor = entry->parent;
  }
  return instead_of_ctest(parent);
}

std::optional<ProcessOrigin> instead_of_ctest(std::int64_t process_id) {
  const auto entry = process_entry(process_id);
  if (!entry) return std::nullopt;
  const bool is_init = process_id == 1 && !is_ctest(*entry);
  return is_init ? this_process() : origin_of(process_id, *entry);
}

}  // namespace carpool
