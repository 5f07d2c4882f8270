#include "exec/ctest_process_posix.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

namespace carpool::exec {
namespace {

constexpr int kMostGenerations = 64;

// The beginning of a file of /proc, NUL-terminated; false where it cannot be read.
template <std::size_t kSize>
bool read_beginning(const char* path, char (&text)[kSize]) {
  const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const ssize_t size = read(descriptor, text, kSize - 1);
  close(descriptor);
  if (size <= 0) return false;
  text[size] = '\0';
  return true;
}

// "/proc/<process>/stat" without a formatted print, which costs more than all the rest.
void stat_path(std::int64_t process, char (&path)[40]) {
  char digits[24];
  char* at = digits + sizeof digits;
  *--at = '\0';
  for (; process > 0; process /= 10) *--at = static_cast<char>('0' + process % 10);
  std::strcpy(path, "/proc/");
  std::strcat(path, at);
  std::strcat(path, "/stat");
}

struct Parent {
  CtestProcess process;
  std::int64_t parent;
};

// The name stands in parentheses and may itself hold parentheses and spaces.
bool look_at(std::int64_t process, Parent& found) {
  char path[40];
  char text[1024];
  stat_path(process, path);
  if (!read_beginning(path, text)) return false;
  const char* const open = std::strchr(text, '(');
  const char* const closing = std::strrchr(text, ')');
  if (open == nullptr || closing == nullptr) return false;
  found.process = {process, 0, std::strncmp(open + 1, "ctest", 5) == 0};
  const char* at = closing + 2;  // the third field, see proc(5)
  for (int field = 3; field <= 22 && *at != '\0'; ++field) {
    if (field == 4) found.parent = std::strtoll(at, nullptr, 10);
    if (field == 22) found.process.start_ticks = std::strtoull(at, nullptr, 10);
    while (*at != '\0' && *at != ' ') ++at;
    if (*at == ' ') ++at;
  }
  return found.process.start_ticks != 0;
}

}  // namespace

CtestProcess find_ctest() {
  Parent nearest{};
  if (!look_at(getppid(), nearest)) return {};
  Parent ancestor = nearest;
  for (int generation = 0; generation < kMostGenerations; ++generation) {
    if (ancestor.process.is_ctest) return ancestor.process;
    if (ancestor.parent < 1 || !look_at(ancestor.parent, ancestor)) break;
  }
  return nearest.process;
}

NameSpace find_name_space() {
  NameSpace found{};
  const ssize_t size = readlink("/proc/self/ns/pid", found.text, sizeof found.text - 1);
  if (size < 0) found.text[0] = '\0';
  return found;
}

bool is_traced() {
  char text[4096];
  if (!read_beginning("/proc/self/status", text)) return false;
  const char* const tracer = std::strstr(text, "\nTracerPid:");
  return tracer != nullptr && std::strtol(tracer + sizeof "\nTracerPid:" - 1, nullptr, 10) != 0;
}

}  // namespace carpool::exec
