#include "manifest/isolate_globs.h"

#include <gtest/gtest.h>

#include "support/temporary_directory.h"

namespace carpool {
namespace {

using Globs = std::vector<std::string>;

class IsolateGlobs : public ::testing::Test {
 protected:
  // Writes the list of an executable with one class of this name, as discovery does.
  TestList list(const std::string& class_name) {
    TestList tests;
    tests.executable.path = "/b/t";
    tests.classes.push_back({class_name, {{.name = "One"}, {.name = "Two"}}});
    tests.unmatched_isolate = unmatched_isolate(manifest_, tests.classes);
    EXPECT_TRUE(write_test_list(tests, file(class_name)));
    return tests;
  }

  std::filesystem::path file(const std::string& class_name) const {
    return directory_.path() / (class_name + ".json");
  }

  testing::TemporaryDirectory directory_;
  TargetManifest manifest_{.target = "core", .isolate = {"Alpha.One", "Beta.*", "Alpha"}};
};

TEST_F(IsolateGlobs, MatchTheWholeNameOfAMethod) {
  EXPECT_EQ(list("Alpha").unmatched_isolate, (Globs{"Beta.*", "Alpha"}));
  EXPECT_EQ(list("Beta").unmatched_isolate, (Globs{"Alpha.One", "Alpha"}));
}

TEST_F(IsolateGlobs, ThatMatchNothingAreWarnedOfByName) {
  const Globs warnings = isolate_warnings(manifest_, list("Alpha"));
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_NE(warnings[0].find("ISOLATE \"Beta.*\" of add_continuous_test(core) matches no method"),
            std::string::npos)
      << warnings[0];
  EXPECT_NE(warnings[1].find("ISOLATE \"Alpha\""), std::string::npos) << warnings[1];
}

TEST_F(IsolateGlobs, AreJudgedByAllExecutablesOfTheCall) {
  manifest_.sibling_test_lists = {file("Beta"), file("Gamma")};
  const TestList alpha = list("Alpha");
  EXPECT_EQ(isolate_warnings(manifest_, alpha), Globs{});  // the others are not listed yet
  list("Beta");
  EXPECT_EQ(isolate_warnings(manifest_, alpha), Globs{});
  list("Gamma");
  const Globs warnings = isolate_warnings(manifest_, alpha);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("ISOLATE \"Alpha\""), std::string::npos) << warnings[0];
}

TEST_F(IsolateGlobs, AreReadBackFromAnyPartOfTheList) {
  list("Beta");
  for (const Globs& wanted : {Globs{}, Globs{"Beta"}}) {
    const auto read = read_test_names(file("Beta"), wanted);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->unmatched_isolate, (Globs{"Alpha.One", "Alpha"}));
    EXPECT_EQ(read->classes.size(), 1u);
  }
}

}  // namespace
}  // namespace carpool
