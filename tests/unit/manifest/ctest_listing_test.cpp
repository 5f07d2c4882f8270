#include "manifest/ctest_listing.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

constexpr char kHead[] = R"({"kind": "ctestInfo", "version": {"major": 1, "minor": 0}, "tests": )";

std::vector<CTestEntry> parsed(const std::string& tests) {
  const auto entries = parse_ctest_listing(kHead + tests + "}");
  EXPECT_TRUE(entries) << (entries ? "" : entries.error().message);
  return entries ? *entries : std::vector<CTestEntry>();
}

TEST(CTestListing, ReadsNamesCommandsAndProperties) {
  const auto entries = parsed(R"([{"name": "a b", "command": ["/x y", "--z"], "properties": [
      {"name": "LABELS", "value": ["one", "two;2"]},
      {"name": "TIMEOUT", "value": 30.5},
      {"name": "PROCESSORS", "value": 4},
      {"name": "DISABLED", "value": true},
      {"name": "WILL_FAIL", "value": false},
      {"name": "RESOURCE_GROUPS", "value": [{"requirements": []}]},
      {"name": "WORKING_DIRECTORY", "value": "/d"}]}])");
  ASSERT_EQ(entries.size(), 1u);
  const CTestEntry& entry = entries[0];
  EXPECT_EQ(entry.name, "a b");
  EXPECT_EQ(entry.command, (std::vector<std::string>{"/x y", "--z"}));
  EXPECT_EQ(entry.items("LABELS"), (std::vector<std::string>{"one", "two;2"}));
  EXPECT_EQ(entry.items("TIMEOUT"), std::vector<std::string>{"30.5"});
  EXPECT_EQ(entry.items("PROCESSORS"), std::vector<std::string>{"4"});
  EXPECT_TRUE(entry.is_true("DISABLED"));
  EXPECT_FALSE(entry.is_true("WILL_FAIL"));
  EXPECT_TRUE(entry.is_set("RESOURCE_GROUPS"));
  EXPECT_FALSE(entry.is_set("COST"));
  EXPECT_TRUE(entry.items("RESOURCE_GROUPS").empty());
}

TEST(CTestListing, KnowsEntriesWithoutACommand) {
  const auto entries = parsed(R"([{"name": "not_built_NOT_BUILT", "properties": []}])");
  ASSERT_EQ(entries.size(), 1u);
  EXPECT_TRUE(entries[0].command.empty());
}

TEST(CTestListing, SaysWhatIsWrongWithAnythingElse) {
  const auto other = parse_ctest_listing(R"({"kind": "ctestInfo", "version": {"major": 2}})");
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().message,
            R"(it is of kind "ctestInfo", version 2, not of kind "ctestInfo", version 1)");
  EXPECT_FALSE(parse_ctest_listing("No tests were found!!!"));
  EXPECT_FALSE(parse_ctest_listing(""));
}

}  // namespace
}  // namespace carpool
