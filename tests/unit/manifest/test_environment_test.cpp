#include "manifest/test_environment.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace carpool {
namespace {

TargetManifest with(std::vector<std::pair<std::string, std::string>> properties) {
  TargetManifest manifest;
  manifest.target = "core";
  manifest.properties = std::move(properties);
  return manifest;
}

EnvironmentChanges environment(std::vector<std::pair<std::string, std::string>> properties) {
  const auto changes = test_environment(with(std::move(properties)));
  EXPECT_TRUE(changes) << changes.error().message;
  return changes ? *changes : EnvironmentChanges();
}

TEST(TestEnvironment, TakesTheEnvironmentPropertyApart) {
  const EnvironmentChanges expected{{"X", "1"}, {"Y", "a;b"}, {"Z", ""}};
  EXPECT_EQ(environment({{"LABELS", "a;b"}, {"ENVIRONMENT", "X=1;Y=a\\;b;Z="}}), expected);
}

TEST(TestEnvironment, ModifiesWhatEnvironmentGave) {
  const EnvironmentChanges expected{{"LIST", "a;b"}, {"NEW", "n"},      {"PATHS", "/0:/1:/2"},
                                    {"RESET", "r"},  {"TEXT", "<mid>"}, {"UNSET", std::nullopt}};
  EXPECT_EQ(environment({{"ENVIRONMENT", "PATHS=/1;TEXT=mid;LIST=a;UNSET=u;RESET=r"},
                         {"ENVIRONMENT_MODIFICATION",
                          "PATHS=path_list_append:/2;PATHS=path_list_prepend:/0;"
                          "TEXT=string_append:>;TEXT=string_prepend:<;LIST=cmake_list_append:b;"
                          "UNSET=unset:;NEW=set:n;RESET=set:x;RESET=reset:"}}),
            expected);
}

TEST(TestEnvironment, ModifiesWhatIsInherited) {
  const char* const path = std::getenv("PATH");
  ASSERT_NE(path, nullptr);
  const EnvironmentChanges expected{{"NOT_SET_ANYWHERE", "/1"},
                                    {"PATH", "/1:" + std::string(path)}};
  EXPECT_EQ(environment({{"ENVIRONMENT_MODIFICATION",
                          "PATH=path_list_prepend:/1;NOT_SET_ANYWHERE=path_list_append:/1"}}),
            expected);
}

TEST(TestEnvironment, RefusesWhatCTestDoesNotKnow) {
  for (const std::string item : {"X=append:1", "X=1", "X", "=set:1"}) {
    const auto changes = test_environment(with({{"ENVIRONMENT_MODIFICATION", item}}));
    ASSERT_FALSE(changes) << item;
    EXPECT_EQ(changes.error().message,
              "ENVIRONMENT_MODIFICATION of core: CTest knows no \"" + item + "\"");
  }
}

}  // namespace
}  // namespace carpool
