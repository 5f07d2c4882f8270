#include "command_line/narrowing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace carpool {
namespace {

PlannedClass planned(const std::string& name, int methods = 2) {
  PlannedClass of;
  of.tests.target = "core";
  of.tests.name = name;
  for (int i = 0; i < methods; ++i) of.tests.methods.push_back({.name = "M" + std::to_string(i)});
  return of;
}

std::vector<PlannedClass> classes_of(int count) {
  std::vector<PlannedClass> classes;
  for (int i = 0; i < count; ++i) classes.push_back(planned("C" + std::to_string(i), i % 5 + 1));
  return classes;
}

std::vector<std::string> names(const std::vector<PlannedClass>& classes) {
  std::vector<std::string> all;
  for (const PlannedClass& of : classes) all.push_back(of.tests.name);
  return all;
}

History history(const std::map<std::string, ClassRunSeen>& classes) {
  History known;
  for (const auto& [name, of] : classes) known.note("core", name, of);
  return known;
}

TEST(KeepMethods, KeepsThoseAndSaysWhichAreMissing) {
  std::vector<PlannedClass> classes{planned("A"), planned("B")};
  classes[0].tests.disabled = {"Off"};
  const auto missing =
      keep_methods(classes, {{"core", "A", "M1"}, {"core", "A", "Gone"}, {"other", "B", "M0"}});
  ASSERT_EQ(names(classes), std::vector<std::string>{"A"});
  ASSERT_EQ(classes[0].tests.methods.size(), 1u);
  EXPECT_EQ(classes[0].tests.methods[0].name, "M1");
  EXPECT_TRUE(classes[0].tests.disabled.empty());
  EXPECT_EQ(missing, (std::vector<std::string>{"A.Gone", "B.M0"}));
}

TEST(KeepShard, DividesEverythingOnceForAnyNumberOfShards) {
  const History known =
      history({{"C3", {.wall_ns = 900, .methods = 4}}, {"C7", {.wall_ns = 50'000, .methods = 3}}});
  for (const int count : {1, 2, 3, 7, 40}) {
    std::map<std::string, int> seen;
    std::string division;
    for (int index = 1; index <= count; ++index) {
      auto classes = classes_of(23);
      const ShardShare share = keep_shard(classes, {.index = index, .count = count}, known);
      EXPECT_EQ(share.classes, classes.size());
      EXPECT_EQ(share.all_classes, 23u);
      if (division.empty()) division = share.division;
      EXPECT_EQ(share.division, division);
      for (const std::string& name : names(classes)) ++seen[name];
    }
    EXPECT_EQ(seen.size(), 23u) << count;
    EXPECT_TRUE(std::ranges::all_of(seen, [](const auto& one) { return one.second == 1; }));
  }
}

TEST(KeepShard, IsTheSameWhateverTheOrder) {
  auto forward = classes_of(10);
  auto backward = classes_of(10);
  std::ranges::reverse(backward);
  const auto one = keep_shard(forward, {.index = 1, .count = 2}, {});
  const auto other = keep_shard(backward, {.index = 1, .count = 2}, {});
  auto left = names(forward);
  auto right = names(backward);
  std::ranges::sort(left);
  std::ranges::sort(right);
  EXPECT_EQ(left, right);
  EXPECT_EQ(one.division, other.division);
}

TEST(KeepShard, BalancesByTheLastRuns) {
  const History known = history({{"Long", {.wall_ns = 600, .methods = 1}},
                                 {"A", {.wall_ns = 200, .methods = 1}},
                                 {"B", {.wall_ns = 200, .methods = 1}},
                                 {"C", {.wall_ns = 200, .methods = 1}}});
  std::vector<PlannedClass> classes{planned("A"), planned("B"), planned("C"), planned("Long")};
  keep_shard(classes, {.index = 1, .count = 2}, known);
  EXPECT_EQ(names(classes), std::vector<std::string>{"Long"});
}

TEST(KeepShard, NamesAnotherDivisionWhereTheTestsOrDurationsAreOthers) {
  auto classes = classes_of(4);
  const auto before = keep_shard(classes, {.index = 1, .count = 2}, {}).division;
  classes = classes_of(5);
  EXPECT_NE(keep_shard(classes, {.index = 1, .count = 2}, {}).division, before);
  classes = classes_of(4);
  EXPECT_NE(keep_shard(classes, {.index = 1, .count = 2},
                       history({{"C3", {.wall_ns = 100, .methods = 100}}}))
                .division,
            before);
}

TEST(OrderByHistory, PutsFailedOnesFirstAndThenLongOnes) {
  const History known = history(
      {{"Red", {.red = true, .wall_ns = 1}}, {"Short", {.wall_ns = 5}}, {"Long", {.wall_ns = 50}}});
  std::vector<PlannedClass> classes{planned("Short"), planned("New"), planned("Long"),
                                    planned("Red")};
  order_by_history(classes, known);
  EXPECT_EQ(names(classes), (std::vector<std::string>{"Red", "New", "Long", "Short"}));
}

TEST(Shuffle, IsDecidedByTheSeedAlone) {
  auto one = classes_of(8);
  auto other = classes_of(8);
  shuffle(one, 7);
  shuffle(other, 7);
  EXPECT_EQ(names(one), names(other));
  EXPECT_NE(names(one), names(classes_of(8)));
  for (std::size_t i = 0; i < one.size(); ++i) {
    ASSERT_EQ(one[i].tests.methods.size(), other[i].tests.methods.size());
    for (std::size_t k = 0; k < one[i].tests.methods.size(); ++k) {
      EXPECT_EQ(one[i].tests.methods[k].name, other[i].tests.methods[k].name);
    }
  }
  shuffle(other, 8);
  EXPECT_NE(names(one), names(other));
}

TEST(Shuffle, ReordersMethodsToo) {
  std::vector<PlannedClass> classes{planned("A", 20)};
  shuffle(classes, 7);
  std::vector<std::string> methods;
  for (const auto& method : classes[0].tests.methods) methods.push_back(method.name);
  EXPECT_FALSE(std::ranges::is_sorted(
      methods, {}, [](const std::string& name) { return std::stoi(name.substr(1)); }));
}

// The same on every machine: a seed in a bug report has to mean something there.
TEST(Shuffle, GivesAKnownOrder) {
  auto classes = classes_of(5);
  shuffle(classes, 1);
  EXPECT_EQ(names(classes), (std::vector<std::string>{"C1", "C4", "C0", "C2", "C3"}));
}

TEST(Narrowing, GivesEachRepetitionASeedOfItsOwnThatTheFirstDecides) {
  EXPECT_EQ(seed_of_run(42, 1), 42u);
  EXPECT_EQ(seed_of_run(42, 2), 43u);
  EXPECT_EQ(seed_of_run(42, 20), 61u);
}

}  // namespace
}  // namespace carpool
