#include "base/script_argument.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

using namespace std::string_literals;

TEST(ScriptArgument, WritesBracketsAroundAnything) {
  EXPECT_EQ(script_argument(""), "[=[]=]");
  EXPECT_EQ(script_argument("a b;c\\ \"${HOME}\" $<0:no> #"),
            "[=[a b;c\\ \"${HOME}\" $<0:no> #]=]");
}

TEST(ScriptArgument, TakesAsManyEqualsSignsAsTheContentAsksFor) {
  EXPECT_EQ(script_argument("]=]"), "[==[]=]]==]");
  EXPECT_EQ(script_argument("]=] ]==] ]===]"), "[====[]=] ]==] ]===]]====]");
  EXPECT_EQ(script_argument("]==]"), "[=[]==]]=]");
}

TEST(ScriptArgument, DoesNotCloseAcrossItsOwnEnd) {
  EXPECT_EQ(script_argument("x]="), "[==[x]=]==]");
  EXPECT_EQ(script_argument("x]"), "[=[x]]=]");
}

TEST(ScriptArgument, KeepsALeadingLineFeedThatCMakeWouldDrop) {
  EXPECT_EQ(script_argument("\nx"), "[=[\n\nx]=]");
  EXPECT_EQ(script_argument("x\ny\n"), "[=[x\ny\n]=]");
}

TEST(ScriptArgument, EscapesTextsWithCarriageReturns) {
  EXPECT_EQ(script_argument("a\r\nb\"\\$@;"), "\"a\\r\\nb\\\"\\\\\\$\\@;\"");
}

TEST(ScriptArgument, LeavesOutNuls) { EXPECT_EQ(script_argument("a\0b"s), "[=[ab]=]"); }

}  // namespace
}  // namespace carpool
