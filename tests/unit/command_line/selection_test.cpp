#include "command_line/selection.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

TestList two_classes() {
  TestList tests;
  tests.classes = {
      {"A", {{.name = "One"}, {.name = "*"}, {.name = "DISABLED_Off", .disabled = true}}},
      {"B?", {{.name = "One"}}}};
  return tests;
}

std::vector<ClassPlan> select(RunRequest request, TargetManifest manifest = {}) {
  auto plans = select_classes(request, manifest, two_classes());
  EXPECT_TRUE(plans) << (plans ? "" : plans.error().message);
  return plans ? *plans : std::vector<ClassPlan>();
}

TEST(Selection, TakesEverythingButDisabledByDefault) {
  const auto plans = select({});
  ASSERT_EQ(plans.size(), 2u);
  EXPECT_EQ(plans[0].methods.size(), 2u);
  EXPECT_EQ(plans[0].disabled, std::vector<std::string>{"DISABLED_Off"});
}

TEST(Selection, ComparesNamesWhole) {
  const auto by_method = select({.methods = {"A.*"}});
  ASSERT_EQ(by_method.size(), 1u);
  ASSERT_EQ(by_method[0].methods.size(), 1u);
  EXPECT_EQ(by_method[0].methods[0].name, "*");
  EXPECT_EQ(select({.classes = {"B?"}}).size(), 1u);
}

TEST(Selection, NamesWhatDoesNotExist) {
  TargetManifest manifest;
  manifest.target = "core";
  for (const RunRequest& request :
       {RunRequest{.classes = {"A", "C"}}, RunRequest{.methods = {"A.One", "C"}}}) {
    const auto plans = select_classes(request, manifest, two_classes());
    ASSERT_FALSE(plans);
    EXPECT_NE(plans.error().message.find("'C'"), std::string::npos) << plans.error().message;
  }
}

TEST(Selection, TellsAMethodOfAnotherClassFromOneThatDoesNotExist) {
  TargetManifest manifest;
  manifest.target = "core";
  const auto plans =
      select_classes({.classes = {"B?"}, .methods = {"A.One"}}, manifest, two_classes());
  ASSERT_FALSE(plans);
  EXPECT_EQ(plans.error().message.substr(0, plans.error().message.find(" (")),
            "'A.One' is no method of class 'B?' of core");
}

TEST(Selection, RefusesASelectionOfNothingButDisabledMethods) {
  EXPECT_FALSE(select_classes({.methods = {"A.DISABLED_Off"}}, {}, two_classes()));
  EXPECT_EQ(select({.methods = {"A.DISABLED_Off"}, .also_run_disabled = true})[0].methods.size(),
            1u);
}

TEST(Selection, GivesMatchingMethodsAProcessOfTheirOwn) {
  TargetManifest manifest;
  manifest.isolate = {"*.One"};
  const auto plans = select({}, manifest);
  EXPECT_TRUE(plans[0].methods[0].alone);
  EXPECT_FALSE(plans[0].methods[1].alone);
  manifest.isolate.clear();
  manifest.isolation = Isolation::kProcess;
  EXPECT_TRUE(select({}, manifest)[0].methods[1].alone);
}

}  // namespace
}  // namespace carpool
