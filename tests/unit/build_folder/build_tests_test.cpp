#include "build_folder/build_tests.h"

#include <gtest/gtest.h>

#include "manifest/test_environment.h"

namespace carpool {
namespace {

using Properties = std::vector<std::pair<std::string, std::vector<std::string>>>;

// A build folder with one target, `core`, of two classes.
class BuildTestsTest : public ::testing::Test {
 protected:
  BuildTestsTest() {
    core_.manifest.target = "core";
    core_.manifest.executable = "/b/core";
    core_.manifest.working_directory = "/b";
    core_.manifest.isolate = {"B.Two"};
    core_.tests.classes = {{"A", {{.name = "One"}, {.name = "DISABLED_Two", .disabled = true}}},
                           {"B", {{.name = "One"}, {.name = "Two"}}}};
  }

  void add(const std::string& name, std::vector<std::string> command, Properties properties = {}) {
    entries_.push_back(
        {.name = name, .command = std::move(command), .properties = std::move(properties)});
  }
  void add_class(const std::string& name, Properties properties = {}) {
    add("core." + name,
        {"/p/carpool", "run", "--manifest", "/core", "--under-ctest", "--class", name},
        std::move(properties));
  }
  void add_method(const std::string& name, Properties properties = {}) {
    core_.manifest.granularity = Granularity::kMethod;
    add(name, {"/p/carpool-exec", "/core", name}, std::move(properties));
  }

  BuildTests pick(const EntryWishes& wishes = {}, bool also_run_disabled = false) {
    const auto filter = EntryFilter::create(wishes);
    EXPECT_TRUE(filter);
    return pick_build_tests(entries_, *filter, also_run_disabled,
                            [&](const auto& manifest) -> Result<DescribedTarget> {
                              if (manifest == "/core") return core_;
                              return Error{"no " + manifest.string()};
                            });
  }

  // "A: One [DISABLED_Two]; B: One Two"
  static std::string text(const BuildTests& tests) {
    std::string all;
    for (const PlannedClass& planned : tests.classes) {
      all += (all.empty() ? "" : "; ") + planned.tests.name + ":";
      for (const auto& method : planned.tests.methods) {
        all += " " + method.name + (method.alone ? "!" : "");
      }
      for (const auto& name : planned.tests.disabled) all += " [" + name + "]";
    }
    return all;
  }

  DescribedTarget core_;
  std::vector<CTestEntry> entries_;
};

TEST_F(BuildTestsTest, TakesClassesMethodsAndTargets) {
  add_class("A");
  add_class("B");
  EXPECT_EQ(text(pick()), "A: One [DISABLED_Two]; B: One Two!");
  EXPECT_EQ(text(pick({}, true)), "A: One DISABLED_Two; B: One Two!");

  entries_.clear();
  add("core", {"/p/carpool", "run", "--manifest", "/core", "--under-ctest", "-j", "2"});
  EXPECT_EQ(text(pick()), "A: One [DISABLED_Two]; B: One Two!");

  entries_.clear();
  add_method("B.Two");
  add_method("A.One");
  EXPECT_EQ(text(pick()), "A: One; B: Two!");
}

TEST_F(BuildTestsTest, PicksSingleMethodsOfAClassEntryByName) {
  add_class("A");
  add_class("B");
  EXPECT_EQ(text(pick({.names = "^B.One$"})), "B: One");
  EXPECT_EQ(text(pick({.names = "core.B"})), "B: One Two!");
  EXPECT_EQ(text(pick({.names_left_out = "One"})), "A: [DISABLED_Two]; B: Two!");
}

TEST_F(BuildTestsTest, NamesTestsOfOthersAndWhatIsNotThere) {
  add("carpool.report", {"/p/carpool", "report", "--results", "/r", "--under-ctest"});
  add("script", {"/bin/true"});
  add("t_NOT_BUILT", {"cmake", "-E", "env", "CARPOOL_PROBLEM=t is not built", "cmake"});
  add("e_NO_TESTS", {"cmake", "-E", "env", "CARPOOL_PROBLEM=e has no tests.", "cmake"},
      {{"SKIP_RETURN_CODE", {"1"}}});
  add("gone", {"/p/carpool-exec", "/gone", "A.One"});
  add("gone2", {"/p/carpool-exec", "/gone", "A.Two"});
  add_class("Unknown");
  const BuildTests tests = pick();
  EXPECT_TRUE(tests.classes.empty());
  EXPECT_EQ(tests.not_ours, std::vector<std::string>{"script"});
  EXPECT_EQ(tests.problems,
            (std::vector<std::string>{
                "t is not built", "no /gone",
                "the test \"core.Unknown\" is of a class 'Unknown', which core does not have: "
                "build it, so that its tests are listed anew"}));
  EXPECT_EQ(tests.warnings, std::vector<std::string>{"e has no tests."});
}

TEST_F(BuildTestsTest, GivesEntriesWhatCTestWouldGiveThem) {
  add_class("A", {{"ENVIRONMENT", {"X=1"}},
                  {"RESOURCE_LOCK", {"db"}},
                  {"PROCESSORS", {"3"}},
                  {"RUN_SERIAL", {"true"}}});
  add_class("B", {{"TIMEOUT", {"1000000.0"}}});
  const BuildTests tests = pick();
  ASSERT_EQ(tests.classes.size(), 2u);
  ASSERT_EQ(tests.targets.size(), 2u);
  const PlannedClass& first = tests.classes[0];
  EXPECT_EQ(first.needs.locks, std::vector<std::string>{"db"});
  EXPECT_EQ(first.needs.slots, 3);
  EXPECT_TRUE(first.needs.run_serial);
  EXPECT_EQ(tests.targets[first.target].command.environment_changes,
            (EnvironmentChanges{{"X", "1"}}));
  EXPECT_TRUE(tests.classes[1].needs.nothing());
  EXPECT_EQ(tests.targets[1].rules.limits.method, core_.manifest.test_timeout);
}

TEST_F(BuildTestsTest, CountsTheRanksOfAGang) {
  core_.manifest.world_size = 2;
  core_.manifest.workers = 2;
  add_class("A", {{"PROCESSORS", {"4"}}});
  EXPECT_EQ(pick().classes[0].needs.slots, 2);
}

TEST_F(BuildTestsTest, TakesTheLimitAndDirectoryOfMethodEntries) {
  add_method("A.One", {{"TIMEOUT", {"7.0"}}, {"WORKING_DIRECTORY", {"/w"}}});
  const BuildTests tests = pick();
  ASSERT_EQ(tests.targets.size(), 1u);
  EXPECT_EQ(tests.targets[0].rules.limits.method, std::chrono::seconds(7));
  EXPECT_EQ(tests.targets[0].command.working_directory, "/w");
}

TEST_F(BuildTestsTest, KeepsNoLimitWhereAMethodEntryHasNone) {
  core_.manifest.test_timeout = std::chrono::seconds(5);
  add_method("A.One", {{"TIMEOUT", {"0.0"}}});
  const BuildTests tests = pick();
  ASSERT_EQ(tests.targets.size(), 1u);
  EXPECT_EQ(tests.targets[0].rules.limits.method, kNoLimit);
  EXPECT_EQ(tests.targets[0].rules.limits.tear_down, std::chrono::seconds(5));
}

TEST_F(BuildTestsTest, RunsMethodsThatDifferInWorkersOfTheirOwn) {
  add_method("B.One", {{"ENVIRONMENT", {"X=1"}}, {"TIMEOUT", {"7.0"}}});
  add_method("B.Two", {{"ENVIRONMENT", {"X=1"}}, {"TIMEOUT", {"9.0"}}});
  add_method("A.One");
  const BuildTests tests = pick();
  EXPECT_EQ(text(tests), "A: One; B: One; B: Two!");
  ASSERT_EQ(tests.classes.size(), 3u);
  EXPECT_TRUE(tests.classes[0].needs.nothing());
  const PlannedClass& one = tests.classes[1];
  const PlannedClass& two = tests.classes[2];
  EXPECT_EQ(tests.targets[one.target].rules.limits.method, std::chrono::seconds(7));
  EXPECT_EQ(tests.targets[two.target].rules.limits.method, std::chrono::seconds(9));
  // One after the other, as ctest would run them.
  EXPECT_EQ(one.needs.locks, std::vector<std::string>{"carpool.core.B"});
  EXPECT_EQ(one.needs.locks, two.needs.locks);
}

TEST_F(BuildTestsTest, LeavesSingleMethodsToCTestEachForItsOwnReason) {
  add_method("B.One", {{"WILL_FAIL", {"true"}}});
  add_method("B.Two", {{"REQUIRED_FILES", {"/not/there"}}});
  add_method("A.One");
  const BuildTests tests = pick();
  ASSERT_EQ(text(tests), "A: One; B: One; B: Two!");
  EXPECT_EQ(tests.classes[0].leave_out, "");
  EXPECT_EQ(tests.classes[1].leave_out,
            "judged by WILL_FAIL, which only ctest does: run it with ctest");
  EXPECT_EQ(tests.classes[2].leave_out, "the file \"/not/there\" does not exist (REQUIRED_FILES)");
}

TEST_F(BuildTestsTest, TakesWhatCTestHasDisabledForDisabled) {
  add_method("B.One", {{"DISABLED", {"true"}}});
  add_method("B.Two");
  EXPECT_EQ(text(pick({}, true)), "B: Two! [One]");
}

TEST_F(BuildTestsTest, SaysWhyAClassIsLeftToCTest) {
  add("start", {"/bin/true"}, {{"FIXTURES_SETUP", {"db"}}});
  add_class("A", {{"FIXTURES_REQUIRED", {"db", "carpool_report"}}});
  EXPECT_EQ(pick().classes[0].leave_out,
            "needs the fixture \"db\", which the test \"start\" sets up: run it with ctest");
}

TEST_F(BuildTestsTest, PicksByLabels) {
  add_class("A", {{"LABELS", {"fast"}}});
  add_class("B", {{"LABELS", {"slow"}}});
  EXPECT_EQ(text(pick({.labels = "fast"})), "A: One [DISABLED_Two]");
  EXPECT_EQ(text(pick({.labels_left_out = "fast"})), "B: One Two!");
}

}  // namespace
}  // namespace carpool
