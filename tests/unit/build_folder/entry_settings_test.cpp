#include "build_folder/entry_settings.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

using Properties = std::vector<std::pair<std::string, std::vector<std::string>>>;

CTestEntry entry(Properties properties, std::string name = "x") {
  return {.name = std::move(name), .command = {}, .properties = std::move(properties)};
}

TEST(EntryPlace, IsTheEnvironmentThatCTestWouldGive) {
  const auto place = entry_place(entry({{"ENVIRONMENT", {"X=1;2"}},
                                        {"ENVIRONMENT_MODIFICATION", {"X=string_append:!"}},
                                        {"WORKING_DIRECTORY", {"/d"}},
                                        {"TIMEOUT", {"2.5"}}}),
                                 true);
  ASSERT_TRUE(place);
  EXPECT_EQ(place->environment, (EnvironmentChanges{{"X", "1;2!"}}));
  EXPECT_EQ(place->working_directory, "/d");
  EXPECT_EQ(place->limit, std::chrono::milliseconds(2500));
}

TEST(EntryPlace, LeavesDirectoryAndLimitOfManyMethodsToTheManifest) {
  const auto place =
      entry_place(entry({{"WORKING_DIRECTORY", {"/d"}}, {"TIMEOUT", {"1000000.0"}}}), false);
  ASSERT_TRUE(place);
  EXPECT_EQ(*place, EntryPlace());
}

TEST(EntryPlace, TakesALimitOfZeroForNone) {
  const auto place = entry_place(entry({{"TIMEOUT", {"0.0"}}}), true);
  ASSERT_TRUE(place);
  EXPECT_TRUE(place->has_limit);
  EXPECT_FALSE(place->limit);
  const auto unset = entry_place(entry({}), true);
  ASSERT_TRUE(unset);
  EXPECT_FALSE(unset->has_limit);
}

TEST(EntryPlace, NamesAModificationThatCTestDoesNotKnow) {
  const auto place =
      entry_place(entry({{"ENVIRONMENT_MODIFICATION", {"X=add:1"}}}, "core.A"), true);
  ASSERT_FALSE(place);
  EXPECT_EQ(place.error().message,
            "ENVIRONMENT_MODIFICATION of core.A: CTest knows no \"X=add:1\"");
}

TEST(WhyLeftToCTest, IsEmptyForAnOrdinaryTest) {
  const std::vector<CTestEntry> entries{entry({{"LABELS", {"a"}},
                                               {"FIXTURES_REQUIRED", {"nobody's"}},
                                               {"REQUIRED_FILES", {"/"}},
                                               {"WILL_FAIL", {"false"}}})};
  EXPECT_EQ(why_left_to_ctest(entries[0], entries), "");
}

TEST(WhyLeftToCTest, NamesWhatOnlyCTestDoes) {
  const std::vector<CTestEntry> entries{
      entry({{"FIXTURES_SETUP", {"db"}}}, "start_db"), entry({{"FIXTURES_REQUIRED", {"x", "db"}}}),
      entry({{"WILL_FAIL", {"true"}}}), entry({{"FAIL_REGULAR_EXPRESSION", {"e"}}}),
      entry({{"REQUIRED_FILES", {"/no/such/file"}}})};
  EXPECT_EQ(why_left_to_ctest(entries[1], entries),
            "needs the fixture \"db\", which the test \"start_db\" sets up: run it with ctest");
  EXPECT_EQ(why_left_to_ctest(entries[2], entries),
            "judged by WILL_FAIL, which only ctest does: run it with ctest");
  EXPECT_EQ(why_left_to_ctest(entries[3], entries),
            "judged by FAIL_REGULAR_EXPRESSION, which only ctest does: run it with ctest");
  EXPECT_EQ(why_left_to_ctest(entries[4], entries),
            "the file \"/no/such/file\" does not exist (REQUIRED_FILES)");
}

TEST(WhyLeftToCTest, LooksForRequiredFilesFromWhereTheTestIsStarted) {
  const std::vector<CTestEntry> entries{
      entry({{"REQUIRED_FILES", {"self/status"}}, {"WORKING_DIRECTORY", {"/proc"}}}),
      entry({{"REQUIRED_FILES", {"self/status"}}, {"WORKING_DIRECTORY", {"/"}}})};
  EXPECT_EQ(why_left_to_ctest(entries[0], entries), "");
  EXPECT_EQ(why_left_to_ctest(entries[1], entries),
            "the file \"self/status\" does not exist (REQUIRED_FILES)");
}

TEST(ResourceLocks, LeavesOutCarpoolsOwn) {
  EXPECT_EQ(resource_locks(entry({{"RESOURCE_LOCK", {"db", "carpool.core.A#0", ""}}})),
            std::vector<std::string>{"db"});
}

TEST(Processors, IsOneWhereNothingIsSaid) {
  EXPECT_EQ(processors(entry({})), 1);
  EXPECT_EQ(processors(entry({{"PROCESSORS", {"4"}}})), 4);
  EXPECT_EQ(processors(entry({{"PROCESSORS", {"x"}}})), 1);
}

}  // namespace
}  // namespace carpool
