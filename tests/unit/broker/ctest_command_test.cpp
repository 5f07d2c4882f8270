#include "broker/ctest_command.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

using Words = std::vector<std::string>;

TEST(CtestCommand, KeepsWhatPicksEntriesAndDropsTheRest) {
  const CtestCommand command = read_ctest_command(
      {"ctest", "--test-dir", "build", "-j", "8", "-R", "a", "-LE", "slow", "--output-on-failure",
       "--repeat", "until-pass:3", "--timeout", "2.5", "-C", "Debug", "-VV"});
  EXPECT_TRUE(command.selection_known);
  EXPECT_EQ(command.selection, (Words{"-R", "a", "-LE", "slow", "-C", "Debug"}));
  EXPECT_EQ(command.timeout, std::chrono::milliseconds(2'500));
}

TEST(CtestCommand, TakesValuesThatArePartOfTheWord) {
  const CtestCommand command = read_ctest_command(
      {"ctest", "-j4", "--parallel=2", "--repeat=until-fail:2", "-j", "-R", "a"});
  EXPECT_TRUE(command.selection_known);
  EXPECT_EQ(command.selection, (Words{"-R", "a"}));
}

TEST(CtestCommand, OwnsUpToOptionsThatMayLeaveEntriesOut) {
  for (const Words& options :
       {Words{"-I", "1,5"}, Words{"--rerun-failed"}, Words{"-S", "script.cmake"},
        Words{"-D", "Experimental"}, Words{"--of-tomorrow"}, Words{"-R"}}) {
    Words arguments{"ctest", "-E", "b", "-C", "Debug"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const CtestCommand command = read_ctest_command(arguments);
    EXPECT_FALSE(command.selection_known) << options.front();
    EXPECT_EQ(command.selection, (Words{"-C", "Debug"})) << options.front();
  }
}

TEST(CtestCommand, HasNoLimitWhereNoneIsSaid) {
  EXPECT_EQ(read_ctest_command({"ctest"}).timeout, std::nullopt);
  EXPECT_TRUE(read_ctest_command({"ctest"}).selection.empty());
}

}  // namespace
}  // namespace carpool
