#include "build_folder/entry_filter.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

EntryFilter filter(const EntryWishes& wishes) {
  auto made = EntryFilter::create(wishes);
  EXPECT_TRUE(made);
  return *made;
}

CTestEntry labelled(std::vector<std::string> labels) {
  return {.name = "x", .command = {}, .properties = {{"LABELS", std::move(labels)}}};
}

TEST(EntryFilter, TakesEverythingWithoutWishes) {
  EXPECT_TRUE(filter({}).takes("core.A", "A.One"));
  EXPECT_TRUE(filter({}).takes_labels_of(labelled({})));
}

TEST(EntryFilter, FindsTheEntrysNameOrTheMethods) {
  const EntryFilter names = filter({.names = "^A.One$|core.B"});
  EXPECT_TRUE(names.takes("core.A", "A.One"));
  EXPECT_FALSE(names.takes("core.A", "A.Two"));
  EXPECT_TRUE(names.takes("core.B", "B.Any"));
  EXPECT_FALSE(names.takes("other"));
}

TEST(EntryFilter, LeavesOutByEitherName) {
  const EntryFilter names = filter({.names_left_out = "One|core.B"});
  EXPECT_FALSE(names.takes("core.A", "A.One"));
  EXPECT_TRUE(names.takes("core.A", "A.Two"));
  EXPECT_FALSE(names.takes("core.B", "B.Any"));
}

TEST(EntryFilter, PicksByLabels) {
  const EntryFilter labels = filter({.labels = "^fast$", .labels_left_out = "flaky"});
  EXPECT_TRUE(labels.takes_labels_of(labelled({"gpu", "fast"})));
  EXPECT_FALSE(labels.takes_labels_of(labelled({"faster"})));
  EXPECT_FALSE(labels.takes_labels_of(labelled({"fast", "flaky1"})));
  EXPECT_FALSE(labels.takes_labels_of(labelled({})));
}

TEST(EntryFilter, SaysWhichExpressionIsNone) {
  const auto made = EntryFilter::create({.labels_left_out = "a("});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().message.substr(0, 4), "'a('");
}

}  // namespace
}  // namespace carpool
