#include "base/printable.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

TEST(Printable, ShowsControlCharacters) {
  EXPECT_EQ(printable("a\x1b[2Jb\x7f\xc2\x9b\n\t"), "a\\x1b[2Jb\\x7f\\u009b\n\t");
  EXPECT_EQ(printable("caf\xc3\xa9"), "caf\xc3\xa9");
}

// Where a terminal reads single bytes, 0x9B begins a command.
TEST(Printable, ShowsBytesThatAreNoCharacters) {
  EXPECT_EQ(printable("a\x9b[2Jb\xff"), "a\\x9b[2Jb\\xff");
  EXPECT_EQ(printable("\xe2\x82"), "\\xe2\\x82");
  EXPECT_EQ(printable("\xe2\x82\xac\xc2"), "\xe2\x82\xac\\xc2");
}

TEST(Printable, KeepsANameOnOneLine) { EXPECT_EQ(on_one_line("a\nb\tc\rd"), "a\\nb\\tc\\x0dd"); }

TEST(Printable, ShortensBetweenCharacters) {
  EXPECT_EQ(shortened("short", 5), "short");
  EXPECT_EQ(shortened("Suite.Name", 7), "...Name");
  EXPECT_EQ(shortened("\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", 6), "...\xc3\xa9");
  EXPECT_EQ(shortened("a\x1b", 5), "a\\x1b");
}

}  // namespace
}  // namespace carpool
