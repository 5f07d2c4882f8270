#include "process/process_table_posix.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <string>

namespace carpool {
namespace {

// A line of /proc/<pid>/stat: the flags are its 9th field, the pending signals its 31st.
std::string stat_line(const std::string& name, char state, unsigned flags, unsigned pending) {
  return "4711 (" + name + ") " + state + " 17 18 19 0 -1 " + std::to_string(flags) +
         " 98 0 0 0 0 0 0 0 20 0 1 0 4949639 3133440 366 18446744073709551615 1 2 3 0 0 " +
         std::to_string(pending) + " 0 0 0 0 0 0 17 1 0 0 0 0 0 4 5 6 7 8 9 10 0";
}

ProcessEntry entry_of(const std::string& line) {
  ProcessEntry entry;
  EXPECT_TRUE(parse_stat(line, entry)) << line;
  return entry;
}

TEST(ProcessTable, ReadsParentGroupAndName) {
  const ProcessEntry entry = entry_of(stat_line("a) S (b", 'S', 4'194'304, 0));
  EXPECT_EQ(entry.parent, 17);
  EXPECT_EQ(entry.group, 18);
  EXPECT_EQ(entry.command, "a) S (b");
  EXPECT_FALSE(entry.ending);
}

TEST(ProcessTable, TellsWhoIsOnTheWayOut) {
  EXPECT_TRUE(entry_of(stat_line("zombie", 'Z', 4'194'304, 0)).ending);
  EXPECT_TRUE(entry_of(stat_line("exiting", 'R', 4'194'304 | 0x4, 0)).ending);
  EXPECT_TRUE(entry_of(stat_line("killed", 'S', 4'194'304, 1 << 8)).ending);
  EXPECT_FALSE(entry_of(stat_line("asked", 'S', 4'194'304, 1 << 14)).ending);
}

TEST(ProcessTable, RefusesWhatIsNoSuchLine) {
  ProcessEntry entry;
  EXPECT_FALSE(parse_stat("", entry));
  EXPECT_FALSE(parse_stat("4711 (cut", entry));
  EXPECT_FALSE(parse_stat("4711 (cut) S 17 18 19 0", entry));
}

TEST(ProcessTable, TellsWhoIsStoppedForGood) {
  const std::string line = stat_line("carpool", 'T', 0, 0);
  const ProcessEntry stopped = entry_of(line);
  EXPECT_TRUE(stopped.stopped);
  EXPECT_FALSE(stopped.has_terminal);
  EXPECT_TRUE(stopped_for_good(stopped, std::nullopt));
  EXPECT_FALSE(stopped_for_good(entry_of(stat_line("carpool", 'S', 0, 0)), std::nullopt));

  // On a terminal it may have been Ctrl-Z, which stops ctest as well.
  std::string on_terminal = line;
  on_terminal.replace(on_terminal.find(" 19 0 "), 6, " 19 34816 ");
  const ProcessEntry there = entry_of(on_terminal);
  EXPECT_TRUE(there.has_terminal);
  EXPECT_FALSE(stopped_for_good(there, std::nullopt));
  EXPECT_FALSE(stopped_for_good(there, entry_of(stat_line("bash", 'S', 0, 0))));
  EXPECT_FALSE(stopped_for_good(there, entry_of(stat_line("ctest", 'T', 0, 0))));
  EXPECT_TRUE(stopped_for_good(there, entry_of(stat_line("ctest", 'S', 0, 0))));
}

TEST(ProcessTable, HoldsThisProcess) {
  const auto table = process_table();
  const auto self = std::ranges::find(table, getpid(), &ProcessEntry::id);
  ASSERT_NE(self, table.end());
  EXPECT_EQ(self->parent, getppid());
  EXPECT_EQ(self->group, getpgrp());
  EXPECT_FALSE(self->ending);
}

}  // namespace
}  // namespace carpool
