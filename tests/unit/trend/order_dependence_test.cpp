#include "trend/order_dependence.h"

#include <gtest/gtest.h>

#include <numeric>

#include "unit/trend/sample_series.h"

namespace carpool {
namespace {

using testing::Noise;
using testing::SampleSeries;

std::vector<int> shuffled(int methods, Noise& noise) {
  std::vector<int> order(static_cast<std::size_t>(methods));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t left = order.size(); left > 1; --left) {
    std::swap(order[left - 1], order[static_cast<std::size_t>(noise.uniform() * left)]);
  }
  return order;
}

// Runs of one worker each in any order. `is_red`: whether a method is, behind certain others.
template <typename IsRed>
RunSeries shuffled_runs(int runs, int methods, std::uint64_t seed, const IsRed& is_red) {
  Noise noise(seed);
  SampleSeries sample(methods);
  for (int run = 0; run < runs; ++run) {
    SeriesRun& added = sample.add_run();
    const std::vector<int> order = shuffled(methods, noise);
    for (int place = 0; place < methods; ++place) {
      const std::vector<int> before(order.begin(), order.begin() + place);
      const int method = order[static_cast<std::size_t>(place)];
      SampleSeries::attempt(added, 1, place, method, is_red(method, before, noise));
    }
  }
  return std::move(sample.series());
}

bool holds(const std::vector<int>& methods, int method) {
  return std::find(methods.begin(), methods.end(), method) != methods.end();
}

TEST(OrderDependence, IsRedBesideOthersAndGreenAlone) {
  SampleSeries sample(2);
  for (int run = 0; run < 6; ++run) {
    SeriesRun& added = sample.add_run();
    SampleSeries::attempt(added, 1, 0, 0, false);
    SampleSeries::attempt(added, 1, 1, 1, true);
    SampleSeries::attempt(added, 2, 0, 1, false);  // retried in a fresh process
  }
  const auto found = find_order_dependent(sample.series(), {});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].method, 1);
  EXPECT_EQ(found[0].direction, OrderDirection::kRedBehindOthers);
  EXPECT_EQ(found[0].behind.attempts, 6);
  EXPECT_EQ(found[0].behind.red, 6);
  EXPECT_EQ(found[0].otherwise.attempts, 6);
  EXPECT_EQ(found[0].otherwise.red, 0);
  EXPECT_DOUBLE_EQ(found[0].p_value, 4.0 / 924) << "C(12, 6), four shares";
  EXPECT_EQ(found[0].predecessors, std::vector<int>{0}) << "somewhere to look";
  EXPECT_EQ(found[0].seen.size(), 5u);
  EXPECT_EQ(found[0].seen[0].run, 5);
}

TEST(OrderDependence, NamesTheMethodThatLeaksAmongMany) {
  const RunSeries series =
      shuffled_runs(24, 12, 3, [](int method, const std::vector<int>& before, Noise&) {
        return method == 7 && holds(before, 2);
      });
  const auto found = find_order_dependent(series, {});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].method, 7);
  EXPECT_EQ(found[0].direction, OrderDirection::kRedBehindCertain);
  EXPECT_EQ(found[0].predecessors, std::vector<int>{2});
  EXPECT_LE(found[0].adjusted_p_value, 0.05);
}

TEST(OrderDependence, NamesTheMethodThatItLeansOn) {
  const RunSeries series =
      shuffled_runs(24, 12, 3, [](int method, const std::vector<int>& before, Noise&) {
        return method == 7 && !holds(before, 2);
      });
  const auto found = find_order_dependent(series, {});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].direction, OrderDirection::kRedWithoutCertain);
  EXPECT_EQ(found[0].predecessors, std::vector<int>{2});
}

TEST(OrderDependence, IsToldFromTheRunOnThatBroughtIt) {
  SampleSeries sample(2);
  for (int run = 0; run < 16; ++run) {
    SeriesRun& added = sample.add_run();
    SampleSeries::attempt(added, 1, 0, run % 2, false);
    SampleSeries::attempt(added, 1, 1, 1 - run % 2, run >= 4 && run % 2 == 0);
  }
  const auto found = find_order_dependent(sample.series(), {});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].behind.attempts, 6);
  EXPECT_EQ(found[0].otherwise.attempts, 7) << "runs 3 to 15";
}

TEST(OrderDependence, NeedsMoreThanOneRunOnEachSide) {
  SampleSeries sample(2);
  SeriesRun& added = sample.add_run();
  for (int worker = 1; worker < 9; ++worker) {
    SampleSeries::attempt(added, worker, 0, worker % 2, false);
    SampleSeries::attempt(added, worker, 1, 1 - worker % 2, worker % 2 == 0);
  }
  EXPECT_TRUE(find_order_dependent(sample.series(), {}).empty());
}

// Broken by an edit, run again and again alone, mended, and run with all others since.
TEST(OrderDependence, IsNotToldOfWhatWasBrokenAndMended) {
  SampleSeries sample(2);
  for (int run = 0; run < 3; ++run) SampleSeries::attempt(sample.add_run(), 1, 0, 1, true);
  for (int run = 0; run < 8; ++run) {
    SeriesRun& added = sample.add_run();
    SampleSeries::attempt(added, 1, 0, 0, false);
    SampleSeries::attempt(added, 1, 1, 1, false);
  }
  EXPECT_TRUE(find_order_dependent(sample.series(), {}).empty());
  // Red again alone, and green again with the others: that is another matter.
  SampleSeries::attempt(sample.add_run(), 1, 0, 1, true);
  SeriesRun& added = sample.add_run();
  SampleSeries::attempt(added, 1, 0, 0, false);
  SampleSeries::attempt(added, 1, 1, 1, false);
  const auto found = find_order_dependent(sample.series(), {});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].direction, OrderDirection::kRedAlone);
}

// 2,000 histories in which verdicts do not care for the order: those with any finding are false
// alarms, and their share is bounded by the level.
TEST(OrderDependence, IsSeldomToldOfWhatIsOnlyFlaky) {
  int alarms = 0;
  for (int seed = 0; seed < 2'000; ++seed) {
    const RunSeries series = shuffled_runs(
        10, 3, static_cast<std::uint64_t>(seed) + 1,
        [](int, const std::vector<int>&, Noise& noise) { return noise.uniform() < 0.4; });
    alarms += find_order_dependent(series, {}).empty() ? 0 : 1;
  }
  EXPECT_LE(alarms, 100 + 3 * 9.75);
}

}  // namespace
}  // namespace carpool
