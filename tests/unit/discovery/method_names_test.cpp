#include "discovery/method_names.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

// The oldest and the newest version of each way of naming.
constexpr char kOldest[] = "3.25.0";
constexpr char kBeforeJson[] = "4.1.6";
constexpr char kFirstWithJson[] = "4.2.0";
constexpr char kBeforeGivenNames[] = "4.3.4";
constexpr char kNewest[] = "4.4.0";
constexpr const char* kAll[] = {kOldest, kBeforeJson, kFirstWithJson, kBeforeGivenNames, kNewest};
constexpr const char* kPrinted[] = {kOldest, kBeforeJson};
constexpr const char* kJson[] = {kFirstWithJson, kBeforeGivenNames, kNewest};

// A test whose name is asked for.
struct Named {
  std::string suite;
  std::string name;
  std::string type;
  std::string value;
  bool pretty = true;
};

std::string name_of(const Named& test, const std::string& cmake_version) {
  TargetManifest manifest;
  manifest.pretty_types = manifest.pretty_values = test.pretty;
  const TestMethod method{
      .name = test.name, .type_parameter = test.type, .value_parameter = test.value};
  return method_name(manifest, naming_rules(cmake_version), TestClass{test.suite, {method}},
                     method);
}

TEST(MethodName, IsTheTestsOwnWithoutParameters) {
  for (const char* const version : kAll) {
    EXPECT_EQ(name_of({"Alpha", "one"}, version), "Alpha.one") << version;
    EXPECT_EQ(name_of({"Alpha", "a/b 7"}, version), "Alpha.a/b 7") << version;
  }
}

TEST(MethodName, LeavesDisabledOut) {
  for (const char* const version : kAll) {
    EXPECT_EQ(name_of({"DISABLED_Alpha", "DISABLED_one"}, version), "Alpha.one") << version;
    EXPECT_EQ(name_of({"Few/DISABLED_Alpha", "one/0", "", "DISABLED_a"}, version),
              "Few/DISABLED_Alpha.one/DISABLED_a")
        << version;
  }
}

TEST(MethodName, LeavesDisabledOutAgainAndAgainInOldVersions) {
  const Named twice{"DISABLED_DISABLED_Alpha", "DISABLED_DISABLED_one"};
  for (const char* const version : {kOldest, kBeforeJson, kFirstWithJson}) {
    EXPECT_EQ(name_of(twice, version), "Alpha.one") << version;
  }
  for (const char* const version : {kBeforeGivenNames, kNewest}) {
    EXPECT_EQ(name_of(twice, version), "DISABLED_Alpha.DISABLED_one") << version;
  }
}

TEST(MethodName, HasTheValueInThePlaceOfItsNumber) {
  for (const char* const version : kAll) {
    EXPECT_EQ(name_of({"Few/Alpha", "one/12", "", "a/3 # b"}, version), "Few/Alpha.one/a/3 # b")
        << version;
    EXPECT_EQ(name_of({"Few/Alpha", "one/12", "", "a", false}, version), "Few/Alpha.one/12")
        << version;
    EXPECT_EQ(name_of({"Few/Alpha", "one/12", "", ""}, version), "Few/Alpha.one/12") << version;
  }
}

TEST(MethodName, TreatsANameGivenToAValueAsTheVersionDoes) {
  const Named given{"Few/Alpha", "one/first", "", "a"};
  for (const char* const version : kPrinted) {
    EXPECT_EQ(name_of(given, version), "Few/Alpha.one/first  # GetParam() = a") << version;
  }
  EXPECT_EQ(name_of(given, kFirstWithJson), "Few/Alpha.one/a");
  EXPECT_EQ(name_of(given, kBeforeGivenNames), "Few/Alpha.one/a");
  EXPECT_EQ(name_of(given, kNewest), "Few/Alpha.one/first");
  EXPECT_EQ(name_of({"Few/Alpha", "one/", "", "a"}, kNewest), "Few/Alpha.one/");
}

TEST(MethodName, HasAPrintedValueInOneLineWithoutSpacesAround) {
  for (const char* const version : kPrinted) {
    EXPECT_EQ(name_of({"A", "m/0", "", " two\nlines \t"}, version), "A.m/ two\\nlines") << version;
    EXPECT_EQ(name_of({"A", "m/0", "", "  "}, version), "A.m/0  # GetParam() =") << version;
  }
  for (const char* const version : kJson) {
    EXPECT_EQ(name_of({"A", "m/0", "", " two\nlines "}, version), "A.m/ two\nlines ") << version;
  }
}

TEST(MethodName, HasOnlyTheBeginningOfAPrintedValue) {
  const std::string exact(250, 'v');
  for (const char* const version : kPrinted) {
    EXPECT_EQ(name_of({"A", "m/0", "", exact}, version), "A.m/" + exact) << version;
    EXPECT_EQ(name_of({"A", "m/0", "", exact + "v"}, version), "A.m/" + exact + "...") << version;
    EXPECT_EQ(name_of({"A", "m/0", "", std::string(249, 'v') + "\n!"}, version),
              "A.m/" + std::string(249, 'v') + "\\n...")
        << version;
  }
  for (const char* const version : kJson) {
    EXPECT_EQ(name_of({"A", "m/0", "", exact + "v"}, version), "A.m/" + exact + "v") << version;
  }
}

TEST(MethodName, HasTheTypeInBrackets) {
  for (const char* const version : kAll) {
    EXPECT_EQ(name_of({"Alpha/0", "one", "std::map<int, char>"}, version),
              "Alpha.one<std::map<int, char>>")
        << version;
    EXPECT_EQ(name_of({"Alpha/10", "one", "int", "", false}, version), "Alpha.one<10>") << version;
    EXPECT_EQ(name_of({"DISABLED_Alpha/0", "one", "int"}, version), "Alpha.one<int>") << version;
  }
}

TEST(MethodName, KeepsTheInstantiationSinceItWasMended) {
  const Named pattern{"My/Alpha/2", "one", "int"};
  for (const char* const version : {kOldest, "3.25.1", "3.25.2"}) {
    EXPECT_EQ(name_of(pattern, version), "My.one<int>") << version;
  }
  for (const char* const version : {"3.25.3", "3.26.0", kBeforeJson, kFirstWithJson, kNewest}) {
    EXPECT_EQ(name_of(pattern, version), "My/Alpha.one<int>") << version;
  }
  EXPECT_EQ(name_of({"My/4Alpha/2", "one", "int"}, kBeforeJson), "My.one<int>");
}

TEST(MethodName, TreatsANameGivenToATypeAsTheVersionDoes) {
  const Named given{"Alpha/first", "one", "int"};
  EXPECT_EQ(name_of(given, kOldest), "Alpha.one<Alpha/first.  # TypeParam = int>");
  EXPECT_EQ(name_of(given, kBeforeJson),
            "Alpha/first.  # TypeParam = int.one<Alpha/first.  # TypeParam = int>");
  for (const char* const version : kJson) {
    EXPECT_EQ(name_of(given, version), "Alpha.one<int>") << version;
    EXPECT_EQ(name_of({"Alpha/first", "one", "int", "", false}, version), "Alpha.one<first>")
        << version;
    EXPECT_EQ(name_of({"Alpha", "one", "int", "", false}, version), "Alpha.one") << version;
  }
}

TEST(MethodName, OfAnUnknownVersionIsThatOfTheNewest) {
  const Named given{"Few/Alpha", "one/first", "", "a"};
  for (const char* const version : {"", "5", "5.0.0-rc1", "next", "10.0.0"}) {
    EXPECT_EQ(name_of(given, version), "Few/Alpha.one/first") << version;
  }
  EXPECT_EQ(name_of(given, "4.2.0-rc1"), "Few/Alpha.one/a");
}

}  // namespace
}  // namespace carpool
