#include "manifest/test_list.h"

#include <gtest/gtest.h>

#include "manifest/whole_file.h"
#include "support/temporary_directory.h"

namespace carpool {
namespace {

class TestListFile : public ::testing::Test {
 protected:
  TestList written_and_read(const TestList& list) {
    EXPECT_TRUE(write_test_list(list, file()));
    auto read = read_test_list(file());
    EXPECT_TRUE(read) << read.error().message;
    return read ? *read : TestList{};
  }

  void expect_error(const std::string& text, const std::string& error) {
    ASSERT_TRUE(write_whole_file(file(), text));
    const auto list = read_test_list(file());
    ASSERT_FALSE(list);
    EXPECT_EQ(list.error().message,
              "test list " + file().string() + ": " + error + "; build the target again");
  }

  std::filesystem::path file() const { return directory_.path() / "tests.json"; }
  const testing::TemporaryDirectory directory_;
};

TestList list_of(const std::string& class_name, const std::string& method_name) {
  TestList list;
  list.executable.path = "/b/core";
  list.classes = {TestClass{class_name, {TestMethod{.name = method_name}}}};
  return list;
}

TEST_F(TestListFile, KeepsEverything) {
  TestList list;
  list.executable = {.path = "/b/core tests", .size_bytes = 123, .modified_ns = -5};
  list.framework = "googletest";
  list.framework_version = "1.12";
  list.classes = {
      TestClass{"Alpha", {TestMethod{"one", "int", "7", "/s/a.cpp", 12, false}, TestMethod{"two"}}},
      TestClass{"DISABLED_Beta", {TestMethod{.name = "x", .disabled = true}}},
  };
  const TestList read = written_and_read(list);
  EXPECT_EQ(read.executable, list.executable);
  EXPECT_EQ(read.framework, "googletest");
  EXPECT_EQ(read.framework_version, "1.12");
  ASSERT_EQ(read.classes.size(), 2u);
  ASSERT_EQ(read.classes[0].methods.size(), 2u);
  const TestMethod& method = read.classes[0].methods[0];
  EXPECT_EQ(method.name, "one");
  EXPECT_EQ(method.type_parameter, "int");
  EXPECT_EQ(method.value_parameter, "7");
  EXPECT_EQ(method.file, "/s/a.cpp");
  EXPECT_EQ(method.line, 12);
  EXPECT_FALSE(method.disabled);
  EXPECT_EQ(read.classes[1].name, "DISABLED_Beta");
  EXPECT_TRUE(read.classes[1].methods[0].disabled);
}

TEST_F(TestListFile, KeepsEveryNameToTheByte) {
  const std::string names[] = {
      "",         " both ends ",          "a;b",
      "[x]",      "\"quoted\"",           "back\\slash\\",
      "\t\n\r",   "caf\xC3\xA9",          "latin \xE9",
      "\xFF\xFE", std::string(5000, 'x'), "${HOME} $<0:no> ]==] # % @x@ {},*?:"};
  for (const std::string& name : names) {
    const TestList read = written_and_read(list_of(name, name));
    ASSERT_EQ(read.classes.size(), 1u);
    EXPECT_EQ(read.classes[0].name, name);
    EXPECT_EQ(read.classes[0].methods.at(0).name, name);
  }
}

TEST_F(TestListFile, ShowsParametersThatAreNotUtf8WithReplacements) {
  TestList list = list_of("A", "b");
  list.classes[0].methods[0].value_parameter = "caf\xE9";
  EXPECT_EQ(written_and_read(list).classes[0].methods[0].value_parameter, "caf\xEF\xBF\xBD");
}

TEST_F(TestListFile, PassesOverMembersThatItDoesNotKnow) {
  ASSERT_TRUE(write_whole_file(
      file(), R"({"schema": "carpool/tests/v1", "new": {"name": [1, {"name": "no"}]},
    "executable": {"path": "/b/x", "size_bytes": 1, "modified_ns": 2, "hash": "h"},
    "framework": "googletest", "framework_version": "1", "classes": [{"methods":
    [{"tags": ["name", {"disabled": true}], "name": "m", "line": 3}], "name": "C", "more": null}]})"));
  const auto list = read_test_list(file());
  ASSERT_TRUE(list) << list.error().message;
  ASSERT_EQ(list->classes.size(), 1u);
  EXPECT_EQ(list->classes[0].name, "C");
  EXPECT_EQ(list->classes[0].methods.at(0).name, "m");
  EXPECT_FALSE(list->classes[0].methods[0].disabled);
}

TEST_F(TestListFile, SaysWhatIsWrongWithADocument) {
  expect_error(
      "{\"schema\": \"carpool/tests/v9\"}",
      "the key \"schema\" must be \"carpool/tests/v1\", but is \"carpool/tests/v9\": written by "
      "another version of Carpool");
  expect_error("{\"schema\": \"carpool/tests/v1\"}", "the key \"executable\" is missing");
  expect_error("{\"schema\": \"carpool/te", "not a JSON document (byte 23)");
  expect_error("[]", "not a JSON object");
  expect_error("{\"schema\": \"carpool/tests/v1\", \"classes\": [{\"methods\": [{\"line\": 1}]}]}",
               "a class or method has no \"name\"");
  expect_error("{\"schema\": \"carpool/tests/v1\", \"classes\": [{\"name_bytes\": \"x\"}]}",
               "the key \"name_bytes\" is not hexadecimal: \"x\"");
}

TEST_F(TestListFile, TellsARebuiltExecutable) {
  const std::filesystem::path executable = directory_.path() / "program";
  ASSERT_TRUE(write_whole_file(executable, "one"));
  const auto first = identify_executable(executable);
  ASSERT_TRUE(first);
  EXPECT_EQ(*first, *identify_executable(executable));
  EXPECT_EQ(first->size_bytes, 3u);
  ASSERT_TRUE(write_whole_file(executable, "two and more"));
  EXPECT_NE(*first, *identify_executable(executable));
  EXPECT_FALSE(identify_executable(directory_.path() / "missing"));
}

}  // namespace
}  // namespace carpool
