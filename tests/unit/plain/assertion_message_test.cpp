#include "plain/assertion_message.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

class AssertionMessageOf : public ::testing::TestWithParam<const char*> {};

TEST_P(AssertionMessageOf, GoogleTestIsKnown) { EXPECT_TRUE(is_assertion_message(GetParam())); }

INSTANTIATE_TEST_SUITE_P(
    Forms, AssertionMessageOf,
    ::testing::Values(
        "Failed\nby word", "Expected equality of these values:\n  1\n  2",
        "Expected: (2) < (1), actual: 2 vs 1", "Value of: false\n  Actual: false\nExpected: true",
        "The difference between 1 and 2 is 1, which exceeds .1, where\n1 evaluates to 1",
        "Expected: (void)0 throws an exception.\n  Actual: it doesn't.",
        "Death test: (void)0\n    Result: failed to die.\n Error msg:\n[  DEATH   ] ",
        "C++ exception with description \"oh\" thrown in the test body.",
        "Unknown C++ exception thrown in the test body."));

class AssertionMessageNotOf : public ::testing::TestWithParam<const char*> {};

TEST_P(AssertionMessageNotOf, ASkipIsNone) { EXPECT_FALSE(is_assertion_message(GetParam())); }

INSTANTIATE_TEST_SUITE_P(Skips, AssertionMessageNotOf,
                         ::testing::Values("", "Failed", "Failed\n", "Failed to open the device",
                                           "Expected: a device", "Value of: nothing",
                                           "no device\nFailed\n", "Skipped\nFailed\nx"));

}  // namespace
}  // namespace carpool
