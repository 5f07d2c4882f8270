#include "base/utf8.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

TEST(Utf8, CutsABeginningBetweenCharacters) {
  EXPECT_EQ(beginning("short", 5), "short");
  EXPECT_EQ(beginning("shorter", 5), "short");
  EXPECT_EQ(beginning("a\xc3\xa9z", 2), "a");
  EXPECT_EQ(beginning("a\xc3\xa9z", 3), "a\xc3\xa9");
  EXPECT_EQ(beginning("\xc3\xa9", 1), "");
}

}  // namespace
}  // namespace carpool
