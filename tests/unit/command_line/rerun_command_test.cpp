#include "command_line/rerun_command.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

TEST(RerunCommand, QuotesWhatAShellWouldTakeApart) {
  EXPECT_EQ(rerun_command({.manifest = "/a b/m.json"}, {"A.One", "B/0.it's $HOME"}),
            "carpool run --manifest '/a b/m.json' --method A.One --method 'B/0.it'\\''s $HOME'");
}

TEST(RerunCommand, RunsDisabledMethodsWhereTheyWereRun) {
  EXPECT_EQ(rerun_command({.manifest = "m", .also_run_disabled = true}, {"A.DISABLED_B"}),
            "carpool run --manifest m --also-run-disabled --method A.DISABLED_B");
}

TEST(RerunCommand, NamesAtMostTwenty) {
  const std::string command = rerun_command({.manifest = "m"}, std::vector<std::string>(23, "A.B"));
  EXPECT_NE(command.find("# and 3 more"), std::string::npos);
}

}  // namespace
}  // namespace carpool
