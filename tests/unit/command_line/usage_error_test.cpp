#include "command_line/usage_error.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

TEST(UsageError, SuggestsTheOptionThatIsNearest) {
  const std::vector<std::string> options{"--help", "--build", "--repeat", "--rerun-failed"};
  EXPECT_EQ(unexpected_in_words({"--bulid"}, options),
            "there is no option '--bulid': did you mean --build?");
  EXPECT_EQ(unexpected_in_words({"3", "--repeet=3"}, options),
            "there is no option '--repeet': did you mean --repeat?");
  EXPECT_EQ(unexpected_in_words({"--rerun-faild"}, options),
            "there is no option '--rerun-faild': did you mean --rerun-failed?");
}

TEST(UsageError, SuggestsNothingThatIsFarAway) {
  EXPECT_EQ(unexpected_in_words({"--colour"}, {"--build", "--repeat"}),
            "there is no option '--colour'");
  EXPECT_EQ(unexpected_in_words({"./b"}, {"--build"}),
            "'./b' is one word too many (arguments for an executable stand behind --)");
}

TEST(UsageError, NamesTheMendWhereTwoDoNotGoTogether) {
  const std::string of_build =
      " is for --build and does not go with an executable: choose there by "
      "--class and --method";
  EXPECT_EQ(usage_error_in_words("executable excludes --tests-regex"), "-R" + of_build);
  EXPECT_EQ(usage_error_in_words("--label-exclude excludes executable"), "-LE" + of_build);
  EXPECT_EQ(usage_error_in_words("--build excludes --method"),
            "--method is for one target or executable and does not go with --build: pick there by "
            "name, -R Suite.Name");
  EXPECT_EQ(usage_error_in_words("--build excludes --manifest"),
            "give --build or --manifest, not both");
}

TEST(UsageError, SaysWhatAValueHasToBe) {
  EXPECT_EQ(usage_error_in_words("--repeat: Value x not in range 1 to 9999"),
            "--repeat: 'x' is none: give a number from 1 to 9999");
  EXPECT_EQ(usage_error_in_words("--class: 1 required TEXT missing"),
            "--class needs a value behind it");
  EXPECT_EQ(usage_error_in_words("--timeout requires executable"),
            "--timeout is for an executable, and there is none");
  EXPECT_EQ(usage_error_in_words("something else"), "something else");
}

TEST(UsageError, KnowsASeedThatStandsApart) {
  EXPECT_EQ(misplaced_seed({"run", "--shuffle", "7", "./t"}),
            "--shuffle takes its seed behind an equals sign: write --shuffle=7");
  EXPECT_EQ(misplaced_seed({"run", "--shuffle", "./t"}), "");
  EXPECT_EQ(misplaced_seed({"run", "--shuffle=7", "7"}), "");
  EXPECT_EQ(misplaced_seed({"run", "./t", "--", "--shuffle", "7"}), "");
}

}  // namespace
}  // namespace carpool
