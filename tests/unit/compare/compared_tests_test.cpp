#include "compare/compared_tests.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

TestMethod method(const std::string& name, bool disabled = false) {
  TestMethod result;
  result.name = name;
  result.disabled = disabled;
  return result;
}

TestList two_classes() {
  TestList tests;
  tests.classes = {{.name = "A", .methods = {method("one"), method("DISABLED_two", true)}},
                   {.name = "B", .methods = {method("x*y"), method("x?y"), method("plain")}},
                   {.name = "DISABLED_C", .methods = {method("z", true)}}};
  return tests;
}

TEST(ComparedClasses, LeaveOutWhatIsDisabled) {
  const auto classes = compared_classes(two_classes(), {});
  ASSERT_TRUE(classes);
  ASSERT_EQ(classes->size(), 2u);
  ASSERT_EQ((*classes)[0].methods.size(), 1u);
  EXPECT_EQ((*classes)[0].methods[0].filter, "A.one");
  EXPECT_EQ(count_methods(*classes), 4u);
}

TEST(ComparedClasses, KeepMethodsThatNoFilterSelectsAlone) {
  const auto classes = compared_classes(two_classes(), {"B"});
  ASSERT_TRUE(classes);
  ASSERT_EQ(classes->size(), 1u);
  EXPECT_FALSE((*classes)[0].methods[0].filter);
  EXPECT_FALSE((*classes)[0].methods[1].filter);
  EXPECT_TRUE((*classes)[0].methods[2].filter);
}

TEST(ComparedClasses, RefuseAClassThatDoesNotExist) {
  const auto classes = compared_classes(two_classes(), {"Missing"});
  ASSERT_FALSE(classes);
  EXPECT_NE(classes.error().message.find("Missing"), std::string::npos);
}

TEST(TestEnvironment, TakesTheEnvironmentPropertyApart) {
  TargetManifest manifest;
  manifest.properties = {{"LABELS", "a;b"}, {"ENVIRONMENT", "X=1;Y=a\\;b;Z="}};
  const std::vector<std::pair<std::string, std::string>> expected{
      {"X", "1"}, {"Y", "a;b"}, {"Z", ""}};
  EXPECT_EQ(test_environment(manifest), expected);
}

}  // namespace
}  // namespace carpool
