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
    const auto list = read_test_list(file_, wanted);
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

}  // namespace
}  // namespace carpool
