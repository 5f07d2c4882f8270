#include "discovery/method_entries.h"

#include <gtest/gtest.h>

#include "discovery/ctest_file.h"

namespace carpool {
namespace {

TargetManifest manifest() {
  TargetManifest manifest;
  manifest.target = "core";
  manifest.granularity = Granularity::kMethod;
  manifest.test_list_variable = "core_TESTS";
  manifest.working_directory = "/b";
  return manifest;
}

std::string file_for(const TargetManifest& manifest, std::vector<TestClass> classes) {
  return ctest_file(manifest, "/b/manifest.json", TestList{.classes = std::move(classes)},
                    "/p/bin/carpool");
}

TestMethod method(const std::string& name, bool disabled = false) {
  return {.name = name, .file = "/s/a.cpp", .line = 7, .disabled = disabled};
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Of the entry with this name: what stands between its name and the next command.
std::string entry(const std::string& text, const std::string& name) {
  const std::size_t begin = text.find("add_test([=[" + name + "]=]");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find("\n)\n", begin) + 1 - begin);
}

TEST(MethodEntries, StartTheClientBesideTheRunnerWithTheMethodsWholeName) {
  TargetManifest around = manifest();
  around.entry_prefix = "pre ";
  around.entry_suffix = " post";
  const std::string text =
      file_for(around, {{"Alpha", {method("one"), method("DISABLED_two", true)}}});
  EXPECT_TRUE(has(text,
                  "add_test([=[pre Alpha.one post]=] [=[/p/bin/carpool-exec]=] "
                  "[=[/b/manifest.json]=] [=[Alpha.one]=])\n"))
      << text;
  EXPECT_TRUE(has(text,
                  "add_test([=[pre Alpha.two post]=] [=[/p/bin/carpool-exec]=] "
                  "[=[/b/manifest.json]=] [=[Alpha.DISABLED_two]=])\n"))
      << text;
  EXPECT_TRUE(has(text,
                  "list(APPEND [=[core_TESTS]=]\n  [=[pre Alpha.one post]=]\n  [=[pre Alpha.two "
                  "post]=])\n"))
      << text;
}

TEST(MethodEntries, HaveWhatCarpoolNeeds) {
  const std::string text = file_for(manifest(), {{"Alpha", {method("one"), method("two", true)}}});
  const std::string one = entry(text, "Alpha.one");
  EXPECT_TRUE(has(one, "  DEF_SOURCE_LINE [=[/s/a.cpp:7]=]\n")) << one;
  EXPECT_TRUE(has(one, "  WORKING_DIRECTORY [=[/b]=]\n")) << one;
  EXPECT_TRUE(has(one, "  FIXTURES_REQUIRED [=[carpool_report]=]\n")) << one;
  EXPECT_TRUE(has(one, "  SKIP_RETURN_CODE [=[77]=]\n")) << one;
  EXPECT_FALSE(has(one, "DISABLED")) << one;
  EXPECT_FALSE(has(one, "PROCESSORS")) << one;
  EXPECT_FALSE(has(one, "TIMEOUT")) << one;
  EXPECT_FALSE(has(one, "SKIP_REGULAR_EXPRESSION")) << one;
  EXPECT_TRUE(has(entry(text, "Alpha.two"), "  DISABLED [=[TRUE]=]\n")) << text;
}

TEST(MethodEntries, PassTheUsersPropertiesOnInTheirOrder) {
  TargetManifest judged = manifest();
  judged.properties = {{"WILL_FAIL", "TRUE"},
                       {"PASS_REGULAR_EXPRESSION", "a;b"},
                       {"TIMEOUT_AFTER_MATCH", "3;c"},
                       {"TIMEOUT", "30"}};
  const std::string text = file_for(judged, {{"Alpha", {method("one")}}});
  EXPECT_TRUE(has(text,
                  "  [=[WILL_FAIL]=] [=[TRUE]=]\n  [=[PASS_REGULAR_EXPRESSION]=] [=[a;b]=]\n"
                  "  [=[TIMEOUT_AFTER_MATCH]=] [=[3;c]=]\n  [=[TIMEOUT]=] [=[30]=]\n"))
      << text;
}

TEST(MethodEntries, AddToTheUsersFixturesAndLocksAndKeepTheUsersSkipCode) {
  TargetManifest with_properties = manifest();
  with_properties.properties = {
      {"FIXTURES_REQUIRED", "data;base"}, {"RESOURCE_LOCK", "disk;net"}, {"SKIP_RETURN_CODE", "5"}};
  const std::string text = file_for(with_properties, {{"Alpha", {method("one")}}});
  EXPECT_TRUE(has(text, "  FIXTURES_REQUIRED [=[data;base;carpool_report]=]\n")) << text;
  EXPECT_TRUE(has(text, "  RESOURCE_LOCK [=[disk;net;carpool.core.Alpha#0]=]\n")) << text;
  EXPECT_TRUE(has(text, "[=[SKIP_RETURN_CODE]=] [=[5]=]\n")) << text;
  EXPECT_FALSE(has(text, "[=[77]=]")) << text;
}

TEST(MethodEntries, LockAsManyOfAClassAsThereAreWorkers) {
  TargetManifest two_workers = manifest();
  two_workers.workers = 2;
  const std::string text = file_for(
      two_workers,
      {{"Alpha", {method("one"), method("two"), method("three")}}, {"Beta", {method("four")}}});
  EXPECT_TRUE(has(entry(text, "Alpha.one"), "RESOURCE_LOCK [=[carpool.core.Alpha#0]=]")) << text;
  EXPECT_TRUE(has(entry(text, "Alpha.two"), "RESOURCE_LOCK [=[carpool.core.Alpha#1]=]")) << text;
  EXPECT_TRUE(has(entry(text, "Alpha.three"), "RESOURCE_LOCK [=[carpool.core.Alpha#0]=]")) << text;
  EXPECT_TRUE(has(entry(text, "Beta.four"), "RESOURCE_LOCK [=[carpool.core.Beta#0]=]")) << text;
}

TEST(MethodEntries, LockNothingForAMethodThatHasAProcessOfItsOwn) {
  TargetManifest isolating = manifest();
  isolating.isolate = {"Alpha.t*"};
  isolating.properties = {{"RESOURCE_LOCK", "disk"}};
  const std::vector<TestClass> classes = {{"Alpha", {method("one"), method("two")}}};
  std::string text = file_for(isolating, classes);
  EXPECT_TRUE(has(entry(text, "Alpha.one"), "[=[disk;carpool.core.Alpha#0]=]")) << text;
  EXPECT_TRUE(has(entry(text, "Alpha.two"), "  RESOURCE_LOCK [=[disk]=]\n")) << text;
  isolating = manifest();
  isolating.isolation = Isolation::kProcess;
  text = file_for(isolating, classes);
  EXPECT_FALSE(has(text, "RESOURCE_LOCK")) << text;
}

TEST(MethodEntries, LockByANameThatACMakeListCanHold) {
  const std::string text = file_for(manifest(), {{"a;b[\n\\", {method("one")}}});
  EXPECT_TRUE(has(text, "  RESOURCE_LOCK [=[carpool.core.a_b__x0A_#0]=]\n")) << text;
}

TEST(MethodEntries, TakeAProcessorForEachRank) {
  TargetManifest gang = manifest();
  gang.workers = 2;
  gang.world_size = 3;
  const std::vector<TestClass> classes = {{"Alpha", {method("one")}}};
  EXPECT_TRUE(has(file_for(gang, classes), "  PROCESSORS [=[3]=]\n"));
  gang.properties = {{"PROCESSORS", "9"}};
  const std::string text = file_for(gang, classes);
  EXPECT_TRUE(has(text, "[=[PROCESSORS]=] [=[9]=]\n")) << text;
  EXPECT_FALSE(has(text, "[=[3]=]")) << text;
}

TEST(MethodEntries, HaveNamesOfTheirOwnInOneLine) {
  TargetManifest newest = manifest();
  newest.cmake_version = "4.3.1";
  TestMethod first = method("m/0");
  first.value_parameter = "a\nb\tc";
  TestMethod second = method("m/1");
  second.value_parameter = first.value_parameter;
  const std::string text = file_for(newest, {{"Alpha", {first, second}}});
  EXPECT_TRUE(has(text, "add_test([=[Alpha.m/a\\x0Ab\tc]=]")) << text;
  EXPECT_TRUE(has(text, "add_test([=[Alpha.m/a\\x0Ab\tc#2]=]")) << text;
}

TEST(MethodEntries, KeepALongNameWhole) {
  const std::string name(5000, 'n');
  EXPECT_TRUE(has(file_for(manifest(), {{"Alpha", {method(name)}}}), "[=[Alpha." + name + "]=]"));
}

}  // namespace
}  // namespace carpool
