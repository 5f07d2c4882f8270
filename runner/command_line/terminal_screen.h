#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>

#include "command_line/plain_screen.h"
#include "schedule/screen.h"

namespace carpool {

// The run for a person at a terminal: one line that is redrawn (done/total, red, the class that has
// been silent longest, time left from history), and above it whatever went wrong, in full, as it
// happens.
class TerminalScreen final : public Screen {
 public:
  // `expected`: how long the whole run should take by history; zero for unknown.
  TerminalScreen(std::FILE* stream, int columns, std::chrono::nanoseconds expected);

  void show(const Record& record) override;
  void show_live(std::string_view) override {}
  void refresh() override;

 private:
  using Time = std::chrono::steady_clock::time_point;
  struct Activity {
    std::string class_name;
    Time since;
  };

  void count(const Record& record);
  bool worth_showing(const Record& record) const;
  void clear_line();
  std::string progress_line(Time now) const;

  std::FILE* stream_;
  const std::size_t columns_;
  const std::chrono::nanoseconds expected_;
  const Time began_;
  Time drawn_;
  bool line_drawn_ = false;
  bool ended_ = false;
  PlainScreen lines_;
  std::uint64_t total_ = 0;
  std::uint64_t done_ = 0;
  std::uint64_t red_ = 0;
  std::map<int, Activity> active_;  // by worker
};

}  // namespace carpool
