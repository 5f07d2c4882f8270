#include "manifest/test_list_layout.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "manifest/test_list.h"
#include "manifest/whole_file.h"

namespace carpool {
namespace {

class TestListLayout : public ::testing::Test {
 protected:
  ~TestListLayout() override { std::filesystem::remove(file_); }

  void write(const std::vector<std::string>& classes) {
    TestList list;
    list.executable.path = "/b/t";
    for (const std::string& name : classes)
      list.classes.push_back({name, {{.name = "One"}, {.name = "Two"}}});
    ASSERT_TRUE(write_test_list(list, file_));
  }

  // The classes that a reader who wants these gets to see.
  std::vector<std::string> read(const std::vector<std::string>& wanted) {
    std::vector<std::string> names;
    const auto list = read_test_names(file_, wanted);
    EXPECT_TRUE(list);
    for (const TestClass& found : list->classes) {
      EXPECT_EQ(found.methods.size(), 2u);
      names.push_back(found.name);
    }
    return names;
  }

  const std::filesystem::path file_ =
      std::filesystem::temp_directory_path() /
      (std::string("carpool-") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(TestListLayout, ReadsJustTheClassesWanted) {
  write({"A", "AB", "B", "A"});
  EXPECT_EQ(read({"AB"}), std::vector<std::string>{"AB"});
  EXPECT_EQ(read({"B", "A", "B"}), (std::vector<std::string>{"A", "B"}));
}

TEST_F(TestListLayout, FindsNamesThatLookLikeTheLayout) {
  const std::string hostile = "\"]},\n    {\"name\": \"B\", \"methods\": [";
  write({hostile, "\xff", "B"});
  EXPECT_EQ(read({hostile}), std::vector<std::string>{hostile});
  EXPECT_EQ(read({"\xff"}), std::vector<std::string>{"\xff"});
  EXPECT_EQ(read({"B"}), std::vector<std::string>{"B"});
}

TEST_F(TestListLayout, ReadsAllWhereAClassIsMissingOrTheLayoutIsAnother) {
  write({"A", "B"});
  EXPECT_EQ(read({"A", "C"}).size(), 2u);
  ASSERT_TRUE(write_whole_file(
      file_, R"({"schema":"carpool/tests/v1","executable":{"path":"/b/t"},"classes":[
{"name":"A","methods":[{"name":"One"},{"name":"Two"}]},{"name":"B","methods":[{"name":"One"},{"name":"Two"}]}]})"));
  EXPECT_EQ(read({"A"}).size(), 2u);
}

// One odd name at a time: any of them sends the whole document to the parser.
TEST_F(TestListLayout, ReadsTheSameNamesByLinesAsByTheParser) {
  const std::vector<std::string> odd{"plain", "with \"quotes\"", "back\\slash",      "new\nline",
                                     "\xff",  "größe",           "\", \"file\": \"", "true}",
                                     ""};
  for (const std::string& name : odd) {
    for (const bool of_class : {false, true}) {
      TestList list;
      list.executable.path = "/b/t";
      list.classes.push_back(
          {of_class ? name : "First",
           {{.name = "One"},
            {.name = of_class ? "Two" : name, .value_parameter = "\"}", .disabled = true}}});
      list.classes.push_back({"Empty", {}});
      ASSERT_TRUE(write_test_list(list, file_));
      const auto names = read_test_names(file_);
      ASSERT_TRUE(names);
      EXPECT_EQ(names->executable, list.executable);
      ASSERT_EQ(names->classes.size(), 2u) << name;
      EXPECT_EQ(names->classes[0].name, list.classes[0].name);
      ASSERT_EQ(names->classes[0].methods.size(), 2u) << name;
      EXPECT_EQ(names->classes[0].methods[1].name, list.classes[0].methods[1].name);
      EXPECT_FALSE(names->classes[0].methods[0].disabled);
      EXPECT_TRUE(names->classes[0].methods[1].disabled);
    }
  }
}

TEST_F(TestListLayout, SplitsPlainNamesOnly) {
  write({"A", "B"});
  const auto document = read_whole_file(file_);
  ASSERT_TRUE(document);
  const auto split = split_names(*document);
  ASSERT_TRUE(split);
  EXPECT_EQ(split->classes.size(), 2u);
  EXPECT_EQ(split->classes[1].methods[1].name, "Two");
  EXPECT_TRUE(split_names(split->rest)->classes.empty());
  EXPECT_FALSE(split_names("{}"));
  for (std::size_t cut = 1; cut < document->size() - 40; cut += 7) {
    std::string broken = *document;
    broken.erase(document->size() - 40 - cut, 3);
    ASSERT_TRUE(write_whole_file(file_, broken));
    const auto read = split_names(broken);
    const auto parsed = read_test_list(file_);
    if (!read || !parsed) continue;
    // Where both understand it, they understand the same.
    ASSERT_EQ(read->classes.size(), parsed->classes.size()) << broken;
    for (std::size_t i = 0; i < parsed->classes.size(); ++i) {
      EXPECT_EQ(read->classes[i].name, parsed->classes[i].name) << broken;
      EXPECT_EQ(read->classes[i].methods.size(), parsed->classes[i].methods.size()) << broken;
    }
  }
}

}  // namespace
}  // namespace carpool
