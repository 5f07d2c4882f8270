#include "discovery/ctest_file.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

TargetManifest manifest() {
  TargetManifest manifest;
  manifest.target = "core";
  manifest.entry_prefix = "pre ";
  manifest.entry_suffix = " post";
  manifest.test_list_variable = "core_TESTS";
  manifest.working_directory = "/b";
  manifest.workers = 2;
  return manifest;
}

std::string file_for(const TargetManifest& manifest, std::vector<TestClass> classes) {
  return ctest_file(manifest, "/b/manifest.json", TestList{.classes = std::move(classes)},
                    "/p/carpool");
}

TestClass test_class(const std::string& name, bool disabled = false) {
  return TestClass{name,
                   {TestMethod{.name = "m", .file = "/s/a.cpp", .line = 7, .disabled = disabled}}};
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(CTestFile, HasAnEntryForEachClass) {
  const std::string text = file_for(manifest(), {test_class("Alpha"), test_class("Beta")});
  EXPECT_TRUE(has(
      text,
      "add_test([=[pre core.Alpha post]=] [=[/p/carpool]=] run --manifest [=[/b/manifest.json]=] "
      "--under-ctest --all-skipped-exit-code 77 --class [=[Alpha]=])\n"))
      << text;
  EXPECT_TRUE(has(text, "add_test([=[pre core.Beta post]=]")) << text;
  EXPECT_TRUE(
      has(text,
          "list(APPEND [=[core_TESTS]=]\n  [=[pre core.Alpha post]=]\n  [=[pre core.Beta post]=])"))
      << text;
}

TEST(CTestFile, SaysWhyThereIsNoEntry) {
  TargetManifest filtered = manifest();
  const std::string has_entries = "set(_carpool_has_entries TRUE)\n";
  EXPECT_TRUE(has(file_for(filtered, {}), "set(_carpool_why_empty [=[core has no tests.]=])\n"));
  filtered.test_filter = "B.*";
  EXPECT_TRUE(has(file_for(filtered, {}),
                  "set(_carpool_why_empty [=[No test of core matches TEST_FILTER \"B.*\".]=])\n"));
  EXPECT_FALSE(has(file_for(filtered, {}), has_entries));
  EXPECT_TRUE(has(file_for(filtered, {test_class("Alpha")}), has_entries));
}

TEST(CTestFile, SetsWhatCarpoolNeedsOnEachEntry) {
  const std::string text = file_for(manifest(), {test_class("Alpha")});
  EXPECT_TRUE(has(text, "set_tests_properties([=[pre core.Alpha post]=] PROPERTIES\n")) << text;
  EXPECT_TRUE(has(text, "  PROCESSORS [=[2]=]\n")) << text;
  EXPECT_TRUE(has(text, "  FIXTURES_REQUIRED [=[carpool_report]=]\n")) << text;
  EXPECT_TRUE(has(text, "  WORKING_DIRECTORY [=[/b]=]\n")) << text;
  EXPECT_TRUE(has(text, "  SKIP_RETURN_CODE [=[77]=]\n")) << text;
  EXPECT_TRUE(has(text, "  DEF_SOURCE_LINE [=[/s/a.cpp:7]=]\n")) << text;
  EXPECT_FALSE(has(text, "DISABLED")) << text;
}

TEST(CTestFile, KeepsTheUsersPropertiesWhole) {
  TargetManifest with_properties = manifest();
  with_properties.properties = {{"LABELS", "a;b"},
                                {"FIXTURES_REQUIRED", "data;base"},
                                {"PROCESSORS", "4"},
                                {"ENVIRONMENT", "X=1;Y=]=]"}};
  const std::string text = file_for(with_properties, {test_class("Alpha")});
  EXPECT_TRUE(has(text, "[=[LABELS]=] [=[a;b]=]\n")) << text;
  EXPECT_TRUE(has(text, "  FIXTURES_REQUIRED [=[data;base;carpool_report]=]\n")) << text;
  EXPECT_TRUE(has(text, "[=[PROCESSORS]=] [=[4]=]\n")) << text;
  EXPECT_FALSE(has(text, "[=[2]=]")) << text;
  EXPECT_TRUE(has(text, "[=[ENVIRONMENT]=] [==[X=1;Y=]=]]==]\n")) << text;
}

TEST(CTestFile, DisablesAClassOnlyWhereAllItsMethodsAre) {
  TestClass mixed = test_class("Mixed", true);
  mixed.methods.push_back(TestMethod{.name = "runs"});
  EXPECT_FALSE(has(file_for(manifest(), {mixed}), "DISABLED"));
  EXPECT_TRUE(has(file_for(manifest(), {test_class("Off", true)}), "  DISABLED [=[TRUE]=]\n"));
}

TEST(CTestFile, ShowsControlCharactersInEntryNamesButGivesTheClassAsItIs) {
  const std::string text = file_for(manifest(), {test_class("\nA\tB")});
  EXPECT_TRUE(has(text, "add_test([=[pre core.\\x0AA\\x09B post]=]")) << text;
  EXPECT_TRUE(has(text, "--class [=[\n\nA\tB]=])")) << text;
}

TEST(CTestFile, CutsAVeryLongEntryNameBetweenCharacters) {
  std::string name;
  while (name.size() < 300) name += "\xc3\xa9";
  for (const std::string& shifted : {name, "a" + name}) {
    const std::string text = file_for(manifest(), {test_class(shifted)});
    EXPECT_TRUE(has(text, "\xc3\xa9...]=]")) << text;
    EXPECT_FALSE(has(text, "\xc3...]=]")) << text;
  }
}

TEST(CTestFile, GivesNoTwoEntriesOneName) {
  const std::string text = file_for(manifest(), {test_class("A\n"), test_class("A\\x0A")});
  EXPECT_TRUE(has(text, "add_test([=[pre core.A\\x0A post]=]")) << text;
  EXPECT_TRUE(has(text, "add_test([=[pre core.A\\x0A post#2]=]")) << text;
}

TEST(CTestFile, ShowsTheBeginningOfAVeryLongName) {
  const std::string name(5000, 'n');
  const std::string text = file_for(manifest(), {test_class(name), test_class(name + "m")});
  EXPECT_TRUE(has(text, "add_test([=[pre core." + std::string(188, 'n') + "...]=]")) << text;
  EXPECT_TRUE(has(text, "add_test([=[pre core." + std::string(188, 'n') + "...#2]=]")) << text;
  EXPECT_TRUE(has(text, "--class [=[" + name + "m]=])")) << text;
}

TEST(CTestFile, DoesNotLetAClassNameLookLikeAnOption) {
  EXPECT_TRUE(has(file_for(manifest(), {test_class("-x")}), " [=[--class=-x]=])\n"));
}

TEST(CTestFile, KeepsNamesWithBracketsOutOfTheListAndSemicolonsWhole) {
  const std::string text = file_for(manifest(), {test_class("a;b"), test_class("x[0]")});
  EXPECT_TRUE(has(text, "list(APPEND [=[core_TESTS]=]\n  [=[pre core.a\\;b post]=])\n")) << text;
}

TargetManifest target_manifest() {
  TargetManifest one = manifest();
  one.granularity = Granularity::kTarget;
  one.executable_target = "core";
  return one;
}

TEST(CTestFile, HasOneEntryForTheTarget) {
  const std::string text = file_for(target_manifest(), {test_class("Alpha"), test_class("Beta")});
  EXPECT_TRUE(has(text,
                  "add_test([=[pre core post]=] [=[/p/carpool]=] run --manifest "
                  "[=[/b/manifest.json]=] --under-ctest --all-skipped-exit-code 77 -j 2)\n"))
      << text;
  EXPECT_EQ(text.find("add_test("), text.rfind("add_test(")) << text;
  EXPECT_TRUE(has(text, "  PROCESSORS [=[2]=]\n")) << text;
  EXPECT_TRUE(has(text, "  TIMEOUT [=[1000000]=]\n")) << text;
  EXPECT_TRUE(has(text, "  DEF_SOURCE_LINE [=[/s/a.cpp:7]=]\n")) << text;
  EXPECT_TRUE(has(text, "list(APPEND [=[core_TESTS]=]\n  [=[pre core post]=])")) << text;
}

TEST(CTestFile, RunsATargetWithTheProcessorsThatTheUserGrants) {
  const std::pair<std::string, std::string> cases[] = {
      {"8", "-j 8)"}, {"1", "-j 1)"}, {"0", "-j 1)"}, {"many", "-j 1)"}, {"5000", "-j 1024)"}};
  for (const auto& [processors, option] : cases) {
    TargetManifest granted = target_manifest();
    granted.properties = {{"PROCESSORS", "3"}, {"PROCESSORS", processors}};
    EXPECT_TRUE(has(file_for(granted, {test_class("Alpha")}), option)) << processors;
  }
}

TEST(CTestFile, CountsTheRanksOfATargetsGangs) {
  TargetManifest gangs = target_manifest();
  gangs.world_size = 4;
  std::string text = file_for(gangs, {test_class("Alpha")});
  EXPECT_TRUE(has(text, "-j 2)")) << text;
  EXPECT_TRUE(has(text, "  PROCESSORS [=[8]=]\n")) << text;
  gangs.properties = {{"PROCESSORS", "13"}};
  EXPECT_TRUE(has(file_for(gangs, {test_class("Alpha")}), "-j 3)"));
  gangs.properties = {{"PROCESSORS", "3"}};
  EXPECT_TRUE(has(file_for(gangs, {test_class("Alpha")}), "-j 1)"));
}

TEST(CTestFile, DisablesATargetOnlyWhereAllItsMethodsAre) {
  const TestClass off = test_class("Off", true);
  EXPECT_TRUE(has(file_for(target_manifest(), {off, off}), "  DISABLED [=[TRUE]=]\n"));
  EXPECT_FALSE(has(file_for(target_manifest(), {off, test_class("Alpha")}), "DISABLED"));
}

TEST(CTestFile, NamesATargetsEntryByItsExecutable) {
  TargetManifest part = target_manifest();
  part.executable_target = "core.Alpha";
  EXPECT_TRUE(has(file_for(part, {test_class("Alpha")}), "add_test([=[pre core.Alpha post]=]"));
}

TEST(CTestFile, HasNoEntryForATargetWithoutTests) {
  const std::string text = file_for(target_manifest(), {});
  EXPECT_FALSE(has(text, "add_test(")) << text;
  EXPECT_TRUE(has(text, "set(_carpool_why_empty [=[core has no tests.]=])\n")) << text;
}

}  // namespace
}  // namespace carpool
