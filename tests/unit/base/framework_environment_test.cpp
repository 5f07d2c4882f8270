#include "base/framework_environment.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace carpool {
namespace {

using Changes = std::vector<std::pair<std::string, std::optional<std::string>>>;

TEST(FrameworkEnvironment, TakesAwayWhatIsMeantForWholeRuns) {
  Changes changes{{"GTEST_FILTER", "None"}, {"OWN", "x"}, {"GTEST_STREAM_RESULT_TO", "host:1"}};
  take_framework_variables_away(changes);
  for (const auto& [name, value] : changes) EXPECT_EQ(value.has_value(), name == "OWN") << name;
  for (const char* const name :
       {"GTEST_FILTER", "GTEST_FAIL_FAST", "GTEST_OUTPUT", "GTEST_STREAM_RESULT_TO", "GTEST_REPEAT",
        "GTEST_TOTAL_SHARDS", "TESTBRIDGE_TEST_RUNNER_FAIL_FAST"}) {
    const auto is_it = [&](const auto& change) { return change.first == name; };
    EXPECT_EQ(std::count_if(changes.begin(), changes.end(), is_it), 1) << name;
  }
}

TEST(FrameworkEnvironment, LeavesWhatDecidesAboutOneTest) {
  for (const char* const name : {"GTEST_THROW_ON_FAILURE", "GTEST_BREAK_ON_FAILURE",
                                 "GTEST_CATCH_EXCEPTIONS", "GTEST_DEATH_TEST_STYLE"}) {
    EXPECT_FALSE(is_framework_variable(name)) << name;
  }
}

}  // namespace
}  // namespace carpool
