#include "build_folder/continuous_entry.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

TEST(ContinuousEntry, ReadsWhatCarpoolWrote) {
  const auto of_class = continuous_entry(
      {"/p/carpool", "run", "--manifest", "/m", "--under-ctest", "--class", "A/B"});
  ASSERT_TRUE(of_class);
  EXPECT_EQ(of_class->manifest, "/m");
  EXPECT_EQ(of_class->class_name, "A/B");
  EXPECT_EQ(of_class->method, "");

  const auto like_an_option =
      continuous_entry({"/p/carpool", "run", "--manifest", "/m", "--under-ctest", "--class=--x"});
  ASSERT_TRUE(like_an_option);
  EXPECT_EQ(like_an_option->class_name, "--x");

  const auto method = continuous_entry({"/p/carpool-exec", "/m", "A.One/a;b"});
  ASSERT_TRUE(method);
  EXPECT_EQ(method->method, "A.One/a;b");

  const auto target =
      continuous_entry({"/p/carpool", "run", "--manifest", "/m", "--under-ctest", "-j", "2"});
  ASSERT_TRUE(target);
  EXPECT_EQ(target->class_name, "");
  EXPECT_EQ(target->method, "");
}

TEST(ContinuousEntry, LeavesOthersAlone) {
  EXPECT_FALSE(continuous_entry({}));
  EXPECT_FALSE(continuous_entry({"/bin/true"}));
  EXPECT_FALSE(continuous_entry({"/p/carpool", "run", "--manifest", "/m"}));  // a user's own test
  EXPECT_FALSE(continuous_entry({"/p/carpool", "run", "--under-ctest"}));
  EXPECT_FALSE(continuous_entry({"/p/other", "run", "--manifest", "/m", "--under-ctest"}));
  EXPECT_FALSE(continuous_entry({"/p/carpool-exec", "/m"}));
}

TEST(ContinuousEntry, KnowsEntriesThatStandForAProblem) {
  EXPECT_EQ(problem_of_entry({"cmake", "-E", "env", "CARPOOL_PROBLEM=t is not built", "cmake"}),
            "t is not built");
  EXPECT_FALSE(problem_of_entry({"cmake", "-E", "env", "X=1", "true"}));
  EXPECT_FALSE(problem_of_entry({}));
}

TEST(ContinuousEntry, KnowsTheEntryThatReports) {
  EXPECT_TRUE(is_report_entry({"/p/carpool", "report", "--results", "/r", "--under-ctest"}));
  EXPECT_FALSE(is_report_entry({"/p/carpool", "report", "--results", "/r"}));
}

}  // namespace
}  // namespace carpool
