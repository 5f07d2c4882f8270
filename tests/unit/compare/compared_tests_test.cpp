#include "compare/compared_tests.h"

#include <gtest/gtest.h>

#include <fstream>

#include "support/temporary_directory.h"

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

TEST(ComparedClasses, RefuseASelectionOfNothing) {
  EXPECT_FALSE(compared_classes(two_classes(), {"DISABLED_C"}));
  EXPECT_FALSE(compared_classes({}, {}));
}

TEST(ListedExecutable, IsRefusedOnceItIsAnother) {
  const testing::TemporaryDirectory directory;
  TestList tests = two_classes();
  const std::filesystem::path program = directory.path() / "program";
  std::ofstream(program) << "as listed";
  tests.executable = *identify_executable(program);
  EXPECT_TRUE(expect_listed_executable(tests));
  std::ofstream(program) << "built again";
  const auto expected = expect_listed_executable(tests);
  ASSERT_FALSE(expected);
  EXPECT_NE(expected.error().message.find(program.string() + " has changed since"),
            std::string::npos);
  std::filesystem::remove(program);
  EXPECT_FALSE(expect_listed_executable(tests));
}

}  // namespace
}  // namespace carpool
