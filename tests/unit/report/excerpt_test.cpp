#include "report/excerpt.h"

#include <gtest/gtest.h>

#include <string>

namespace carpool {
namespace {

TEST(Excerpt, LeavesShortTextAlone) { EXPECT_EQ(excerpt("abc", 3), "abc"); }

TEST(Excerpt, KeepsBothEndsAndStatesTheRest) {
  EXPECT_EQ(excerpt("0123456789", 4), "01\n[... 6 bytes left out, see the journal ...]\n89");
  EXPECT_EQ(excerpt("0123456789", 0), "\n[... 10 bytes left out, see the journal ...]\n");
}

TEST(Excerpt, NeverCutsACharacter) {
  const std::string euros = "\u20ac\u20ac\u20ac\u20ac";  // three bytes each
  EXPECT_EQ(excerpt(euros, 8), "\u20ac\n[... 6 bytes left out, see the journal ...]\n\u20ac");
}

TEST(TextAllowance, KeepsLessOfGreenOutput) {
  TextAllowance allowance;
  CapturedOutput green{.text = std::string(5'000, 'x'), .total_bytes = 5'000};
  CapturedOutput red = green;
  allowance.admit_output(green, true);
  allowance.admit_output(red, false);
  EXPECT_TRUE(green.truncated);
  EXPECT_LT(green.text.size(), 1'200u);
  EXPECT_EQ(green.total_bytes, 5'000u);
  EXPECT_FALSE(red.truncated);
  EXPECT_EQ(red.text.size(), 5'000u);
}

TEST(TextAllowance, EndsAtSomePointForTheWholeReport) {
  TextAllowance allowance;
  std::size_t sum = 0;
  for (int method = 0; method < 2'000; ++method) {
    CapturedOutput output{.text = std::string(64u << 10, 'x'), .total_bytes = 64u << 10};
    allowance.admit_output(output, false);
    sum += output.text.size();
  }
  EXPECT_LT(sum, 32u << 20);
}

TEST(TextAllowance, CutsReasonsAndStacksToo) {
  TextAllowance allowance;
  std::string reason(100'000, 'x');
  std::string stacks(100'000, 'x');
  allowance.admit_reason(reason);
  allowance.admit_stacks(stacks);
  EXPECT_LT(reason.size(), 5'000u);
  EXPECT_LT(stacks.size(), 66'000u);
}

TEST(TextAllowance, OfTheRedIsNotUsedUpByTheGreen) {
  TextAllowance allowance;
  for (int method = 0; method < 50'000; ++method) {
    CapturedOutput output{.text = std::string(2'000, 'x'), .total_bytes = 2'000};
    allowance.admit_output(output, true);
  }
  CapturedOutput red{.text = std::string(2'000, 'x'), .total_bytes = 2'000};
  allowance.admit_output(red, false);
  EXPECT_FALSE(red.truncated);
}

}  // namespace
}  // namespace carpool
