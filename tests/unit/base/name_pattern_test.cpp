#include "base/name_pattern.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

bool found(const std::string& expression, const std::string& name) {
  const auto pattern = NamePattern::compile(expression);
  EXPECT_TRUE(pattern) << (pattern ? "" : pattern.error().message);
  return pattern && pattern->is_found_in(name);
}

TEST(NamePattern, IsFoundAnywhereUnlessAnchored) {
  EXPECT_TRUE(found("Reads", "core.ParserTest.ReadsText"));
  EXPECT_FALSE(found("^Reads", "core.ParserTest.ReadsText"));
  EXPECT_TRUE(found("^core[.]Parser.*Text$", "core.ParserTest.ReadsText"));
  EXPECT_TRUE(found("One|Two", "A.Two"));
  EXPECT_FALSE(found("reads", "core.ParserTest.ReadsText"));
}

TEST(NamePattern, TakesBracesAsTheyAre) {
  EXPECT_TRUE(found("{1}", "A.B/{1}"));
  EXPECT_TRUE(found("a{2}", "a{2}"));
  EXPECT_FALSE(found("a{2}", "aa"));
  EXPECT_TRUE(found("[{}]x", "}x"));
  EXPECT_TRUE(found("[]{]x", "{x"));
  EXPECT_TRUE(found("[^]{]x", "}x"));
  EXPECT_FALSE(found("^[]{]x", "\\x"));
  EXPECT_TRUE(found("^[^]{]x", "\\x"));
  EXPECT_TRUE(found("\\{", "{"));
}

TEST(NamePattern, TakesALongName) {
  EXPECT_TRUE(found("(a|b)*c$", std::string(100'000, 'a') + "c"));
}

TEST(NamePattern, SaysWhatIsWrongWithAnExpression) {
  const auto pattern = NamePattern::compile("core(");
  ASSERT_FALSE(pattern);
  EXPECT_EQ(pattern.error().message.substr(0, 35), "'core(' is no regular expression: U");
}

}  // namespace
}  // namespace carpool
