#include "command_line/run_options.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace carpool {
namespace {

std::string wrong(RunRequest request) {
  const auto complete = complete_run_request(request);
  return complete ? "" : complete.error().message;
}

TEST(RunOptions, ReadsAShard) {
  RunRequest request{.build = "b", .shard_text = "2/4"};
  ASSERT_TRUE(complete_run_request(request));
  ASSERT_TRUE(request.shard);
  EXPECT_EQ(request.shard->index, 2);
  EXPECT_EQ(request.shard->count, 4);
}

TEST(RunOptions, RefusesWhatIsNoShard) {
  for (const std::string text : {"0/4", "5/4", "1", "1/", "/4", "1/x", "1/4x", "a/b", "-1/4",
                                 "1/10001", "1/99999999999999"}) {
    EXPECT_EQ(
        wrong({.build = "b", .shard_text = text}),
        "--shard: '" + text + "' is none: give the number of one and of all, 1/4 to 4/4 for four");
  }
}

TEST(RunOptions, ReadsASeedOrTakesOne) {
  RunRequest given{.build = "b", .shuffle = "42"};
  ASSERT_TRUE(complete_run_request(given));
  EXPECT_EQ(given.shuffle_seed, 42u);
  RunRequest any{.build = "b", .shuffle = "any"};
  ASSERT_TRUE(complete_run_request(any));
  ASSERT_TRUE(any.shuffle_seed);
  EXPECT_GT(*any.shuffle_seed, 0u);
  EXPECT_EQ(wrong({.build = "b", .shuffle = "-1"}),
            "--shuffle: '-1' is no seed: give a whole number");
}

TEST(RunOptions, RefusesArgumentsThatChooseTests) {
  for (const std::string argument : {"--gtest_filter=X", "--gtest_list_tests"}) {
    EXPECT_EQ(wrong({.executable = {.program = "./t", .arguments = {"--data", argument}}}),
              argument +
                  " is not for `carpool`, which tells GoogleTest itself what to run: choose by "
                  "--class and --method, in front of the -- (`carpool run ./t --class Suite`)");
  }
  EXPECT_EQ(wrong({.executable = {.program = "./t", .arguments = {"--gtest_color=no"}}}), "");
}

TEST(RunOptions, TakesNoExactNamesWithoutATarget) {
  EXPECT_EQ(wrong({.methods = {"A.One"}}).substr(0, 37), "--class and --method need a target, -");
}

TEST(RunOptions, AsksForSomethingToRunUnlessItIsInABuildFolder) {
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) /
                                       ("carpool_run_options_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  RunRequest request;
  const auto nothing = complete_run_request(request, folder);
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().message.substr(0, 34), "what is to be run is missing: give");
  std::ofstream(folder / "CMakeCache.txt").put('\n');
  EXPECT_TRUE(complete_run_request(request, folder));
  EXPECT_EQ(request.build, folder);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace carpool
