#include "command_line/terminal_screen.h"

#include <gtest/gtest.h>

#include "support/screen_file.h"

namespace carpool {
namespace {

class TerminalScreenTest : public ::testing::Test {
 protected:
  static constexpr int kColumns = 40;

  std::string shown() {
    screen_.refresh();
    return file_.text();
  }

  testing::ScreenFile file_;
  TerminalScreen screen_{file_.stream(), kColumns, std::chrono::nanoseconds(0)};
};

TEST_F(TerminalScreenTest, LeavesTheTerminalToNoNameOfATest) {
  screen_.show(WorkerStarted{.target = "t", .class_name = "Typed/\x1b[2J\n", .worker = 1});
  const std::string begin = "[0/0]  Typed/\\x1b[2J\\n ";
  EXPECT_EQ(shown().substr(0, begin.size()), begin);
}

TEST_F(TerminalScreenTest, ShowsTheEndOfALongNameAndNeverWrapsALine) {
  std::string name = "Typed/";
  for (int i = 0; i < 40; ++i) name += "\u00e4";
  screen_.show(WorkerStarted{.target = "t", .class_name = name + "End", .worker = 1});
  const std::string line = shown();
  EXPECT_LT(line.size(), static_cast<std::size_t>(kColumns));
  EXPECT_EQ(line.substr(0, 10), "[0/0]  ...");
  EXPECT_NE(line.find("\u00e4End "), std::string::npos) << line;
}

}  // namespace
}  // namespace carpool
