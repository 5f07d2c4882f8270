#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace carpool {

// One process of the system, from /proc/<pid>/stat.
struct ProcessEntry {
  pid_t id = 0;
  pid_t parent = 0;
  pid_t group = 0;
  bool ending = false;   // dead and not reaped, or killed and on its way out
  bool stopped = false;  // by a signal
  bool has_terminal = false;
  std::string command;  // the kernel's short name
};

// Reads the rest of an entry from the process's line in /proc/<pid>/stat. False if it is none.
bool parse_stat(const std::string& line, ProcessEntry& entry);

std::optional<ProcessEntry> process_entry(pid_t process);

// Whether it is stopped and nobody is to be expected who has it go on. One with a terminal may have
// been stopped there, by Ctrl-Z; a test runner called ctest is stopped there together with it.
bool stopped_for_good(const ProcessEntry& process, const std::optional<ProcessEntry>& parent);

// All processes that can be read. Costs about 10 us for each.
std::vector<ProcessEntry> process_table();

// Whether the text stands in the environment that the process was started with. False where that
// cannot be read.
bool environment_holds(pid_t process, const std::string& text);

// "<pid> <command line>", cut at 200 bytes; the short name where the command line is gone.
std::string describe(const ProcessEntry& entry);

}  // namespace carpool
