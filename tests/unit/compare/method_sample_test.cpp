#include "compare/method_sample.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace carpool {
namespace {

std::vector<ComparedClass> classes_of(const std::vector<std::size_t>& sizes) {
  std::vector<ComparedClass> classes;
  for (const std::size_t size : sizes) {
    ComparedClass compared{.name = "C" + std::to_string(classes.size()), .methods = {}};
    for (std::size_t index = 0; index < size; ++index) {
      const std::string name = "m" + std::to_string(index);
      compared.methods.push_back({.name = name, .filter = compared.name + "." + name});
    }
    classes.push_back(std::move(compared));
  }
  return classes;
}

std::ptrdiff_t count(const std::vector<bool>& chosen) {
  return std::count(chosen.begin(), chosen.end(), true);
}

TEST(MethodSample, TakesAllWhereNothingElseIsSaid) {
  auto classes = classes_of({3, 1});
  classes[0].methods[1].filter.reset();
  const ChosenMethods chosen = MethodSample(classes, std::nullopt, 1).draw();
  EXPECT_EQ(chosen, (ChosenMethods{{true, false, true}, {true}}));
}

TEST(MethodSample, TakesUpToSoManyOfEachClass) {
  const auto classes = classes_of({10, 2, 3});
  const ChosenMethods chosen = MethodSample(classes, 3, 1).draw();
  EXPECT_EQ(count(chosen[0]), 3);
  EXPECT_EQ(count(chosen[1]), 2);
  EXPECT_EQ(count(chosen[2]), 3);
}

// 200 draws of 2 of 10: each is expected in 40, with a standard deviation of 5.7.
TEST(MethodSample, ChoosesAnewAndEachMethodAsOften) {
  const auto classes = classes_of({10});
  MethodSample sample(classes, 2, 7);
  std::vector<int> times(10);
  std::set<std::vector<bool>> different;
  for (int draw = 0; draw < 200; ++draw) {
    const ChosenMethods chosen = sample.draw();
    different.insert(chosen[0]);
    for (std::size_t index = 0; index < 10; ++index) times[index] += chosen[0][index] ? 1 : 0;
  }
  EXPECT_GT(different.size(), 30u);
  for (const int often : times) {
    EXPECT_GE(often, 17);
    EXPECT_LE(often, 63);
  }
}

// Bodies of 1 to 4 ms, 10 ms for each process beside: 50 ms in all, whichever two ran.
TEST(WholeRound, AddsWhatAProcessCostsToEveryBody) {
  const auto classes = classes_of({4});
  const Round continuous{.wall_ns = 1,
                         .class_ns = {1},
                         .outcomes = {"passed", "passed", "passed", "passed"},
                         .method_ns = {1'000'000, 2'000'000, 3'000'000, 4'000'000}};
  const Round sampled{.wall_ns = 26'000'000,  // 25 busy, 4 % between the processes
                      .class_ns = {25'000'000},
                      .outcomes = {"exit 0", "", "", "exit 0"},
                      .method_ns = {11'000'000, 0, 0, 14'000'000}};
  const WholeRound whole = whole_round(sampled, continuous, classes, 1);
  EXPECT_EQ(whole.round.class_ns, std::vector<std::int64_t>{50'000'000});
  EXPECT_EQ(whole.round.wall_ns, 52'000'000);
  EXPECT_DOUBLE_EQ(whole.class_variance_ns2[0], 0);
}

// Costs of 10 and 14 ms beside the bodies: variance 8; 4^2 * (1 - 2/4) * 8 / 2 = 32.
TEST(WholeRound, TellsHowMuchTheChoiceCouldHaveChangedIt) {
  const auto classes = classes_of({4});
  const Round continuous{
      .wall_ns = 1, .class_ns = {1}, .outcomes = {"p", "p", "p", "p"}, .method_ns = {0, 0, 0, 0}};
  const Round sampled{
      .wall_ns = 24, .class_ns = {24}, .outcomes = {"e", "e", "", ""}, .method_ns = {10, 14, 0, 0}};
  const WholeRound whole = whole_round(sampled, continuous, classes, 1);
  EXPECT_EQ(whole.round.class_ns, std::vector<std::int64_t>{48});
  EXPECT_DOUBLE_EQ(whole.class_variance_ns2[0], 32);
}

// Eight equal processes of 10 ms, four at a time, take two turns. The one that ran had all jobs to
// itself: its wall time is not to be scaled by the eight-fold work.
TEST(WholeRound, FillsTheJobsThatASampleLeavesIdle) {
  const auto classes = classes_of({8});
  const Round continuous{.wall_ns = 1,
                         .class_ns = {1},
                         .outcomes = std::vector<std::string>(8, "passed"),
                         .method_ns = std::vector<std::int64_t>(8, 4'000'000)};
  Round sampled{.wall_ns = 11'000'000,  // a tenth more than its process
                .class_ns = {10'000'000},
                .outcomes = std::vector<std::string>(8),
                .method_ns = std::vector<std::int64_t>(8)};
  sampled.outcomes[5] = "exit 0";
  sampled.method_ns[5] = 10'000'000;
  const WholeRound whole = whole_round(sampled, continuous, classes, 4);
  EXPECT_EQ(whole.round.class_ns, std::vector<std::int64_t>{80'000'000});
  EXPECT_EQ(whole.round.wall_ns, 22'000'000);
}

TEST(WallOfProcesses, BeginsEachWhereTheFirstJobIsFree) {
  EXPECT_DOUBLE_EQ(wall_of_processes_ns({}, 2), 0);
  EXPECT_DOUBLE_EQ(wall_of_processes_ns({5, 1, 1, 1}, 1), 8);
  EXPECT_DOUBLE_EQ(wall_of_processes_ns({5, 1, 1, 1}, 2), 5);
  EXPECT_DOUBLE_EQ(wall_of_processes_ns({1, 1, 1, 5}, 2), 6);
  EXPECT_DOUBLE_EQ(wall_of_processes_ns({5, 1}, 8), 5);
}

TEST(WholeRound, IsTheRoundItselfWhereAllMethodsRan) {
  auto classes = classes_of({2, 1});
  classes[0].methods.push_back({.name = "no filter"});
  const Round continuous{.wall_ns = 9,
                         .class_ns = {5, 1},
                         .outcomes = {"p", "p", "p", "p"},
                         .method_ns = {3, 4, 100, 5}};
  const Round spawn{.wall_ns = 70,
                    .class_ns = {50, 20},
                    .outcomes = {"e", "e", "", "e"},
                    .method_ns = {20, 30, 0, 20}};
  const WholeRound whole = whole_round(spawn, continuous, classes, 1);
  EXPECT_EQ(whole.round.class_ns, (std::vector<std::int64_t>{50, 20}));
  EXPECT_EQ(whole.round.wall_ns, 70);
  EXPECT_EQ(whole.class_variance_ns2, (std::vector<double>{0, 0}));
}

}  // namespace
}  // namespace carpool
