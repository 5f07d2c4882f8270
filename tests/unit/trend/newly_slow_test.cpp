#include "trend/newly_slow.h"

#include <gtest/gtest.h>

#include "trend/pace.h"
#include "unit/trend/sample_series.h"

namespace carpool {
namespace {

using testing::Noise;
using testing::SampleSeries;

constexpr double kUsual_ns = 20'000'000;

// `slowed`: how many times as long method 0 takes from run `since` on.
RunSeries history(std::uint64_t seed, int runs, int methods, double slowed = 1, int since = 0,
                  double usual_ns = kUsual_ns) {
  Noise noise(seed);
  SampleSeries sample(methods);
  for (int run = 0; run < runs; ++run) {
    SeriesRun& added = sample.add_run();
    for (int method = 0; method < methods; ++method) {
      const double factor = method == 0 && run >= since ? slowed : 1;
      SampleSeries::add(added, method, usual_ns * noise(0.1) * factor);
    }
  }
  find_paces(sample.series());
  return std::move(sample.series());
}

// Histories of 20 methods each in which nothing has changed: one with any finding at all is a false
// alarm, and their share is bounded by the level.
TEST(NewlySlow, IsSeldomToldWhereNothingChanges) {
  constexpr int kHistories = 2'000;
  TrendSettings settings;
  settings.permutations = 2'000;  // sampled anew for each history; quick enough, and still right
  settings.least_ratio = 1;
  settings.least_difference_ns = 0;  // nothing but the test stands between noise and finding
  int alarms = 0;
  for (int seed = 0; seed < kHistories; ++seed) {
    const RunSeries series = history(static_cast<std::uint64_t>(seed) + 1, 12, 20);
    alarms += find_newly_slow(series, settings).empty() ? 0 : 1;
  }
  EXPECT_LE(alarms, 100 + 3 * 9.75);
}

TEST(NewlySlow, IsFoundAmongMany) {
  int found = 0;
  for (int seed = 0; seed < 20; ++seed) {
    const RunSeries series = history(static_cast<std::uint64_t>(seed) + 1, 30, 50, 2, 20);
    const auto slow = find_newly_slow(series, {});
    if (slow.empty() || slow[0].method != 0) continue;
    ++found;
    EXPECT_EQ(slow[0].measure, SlowMeasure::kDuration);
    EXPECT_NEAR(slow[0].ratio(), 2, 0.5);
    EXPECT_NEAR(slow[0].since_run, 20, 2);
    EXPECT_LE(slow[0].adjusted_p_value, 0.05);
  }
  EXPECT_GE(found, 17);
}

TEST(NewlySlow, IsNotToldWhereTheDifferenceIsTooSmallToMatter) {
  EXPECT_TRUE(find_newly_slow(history(3, 40, 20, 2, 20, 500'000), {}).empty()) << "below 1 ms";
  EXPECT_TRUE(find_newly_slow(history(3, 40, 20, 1.05, 20), {}).empty()) << "below 1.2 times";
}

TEST(NewlySlow, IsNoMethodOnAMachineThatIsBusy) {
  Noise noise(5);
  SampleSeries sample(20);
  for (int run = 0; run < 30; ++run) {
    SeriesRun& added = sample.add_run();
    const double busy = run < 15 ? 1 : 3;
    for (int method = 0; method < 20; ++method) {
      SampleSeries::add(added, method, kUsual_ns * noise(0.1) * busy);
    }
  }
  find_paces(sample.series());
  EXPECT_NEAR(*sample.series().runs[20].pace / *sample.series().runs[2].pace, 3, 0.3);
  const auto slow = find_newly_slow(sample.series(), {});
  ASSERT_EQ(slow.size(), 1u) << "the machine or the build as a whole, once";
  EXPECT_EQ(slow[0].measure, SlowMeasure::kPace);
  EXPECT_EQ(slow[0].method, -1);
  EXPECT_EQ(slow[0].since_run, 15);
}

// Runs of four methods have no pace: that the machine is busy cannot be told from them.
TEST(NewlySlow, LeavesRunsWithoutAPaceOutWhereOthersHaveOne) {
  Noise noise(5);
  SampleSeries sample(20);
  for (int run = 0; run < 30; ++run) {
    SeriesRun& added = sample.add_run();
    const bool is_picked = run >= 20;
    for (int method = 0; method < (is_picked ? 4 : 20); ++method) {
      SampleSeries::add(added, method, kUsual_ns * noise(0.1) * (is_picked ? 2 : 1));
    }
  }
  find_paces(sample.series());
  EXPECT_TRUE(sample.series().runs[19].pace);
  EXPECT_FALSE(sample.series().runs[20].pace);
  EXPECT_TRUE(find_newly_slow(sample.series(), {}).empty());
}

TEST(NewlySlow, ComparesNoMachineWithAnother) {
  Noise noise(5);
  SampleSeries sample(20);
  for (int run = 0; run < 30; ++run) {
    SeriesRun& added = sample.add_run(run < 15 ? 0 : 1);
    for (int method = 0; method < 20; ++method) {
      const double slower = run >= 15 && method < 3 ? 4 : 1;
      SampleSeries::add(added, method, kUsual_ns * noise(0.1) * slower);
    }
  }
  find_paces(sample.series());
  EXPECT_TRUE(find_newly_slow(sample.series(), {}).empty());
}

TEST(NewlySlow, LeavesRedRunsOut) {
  Noise noise(5);
  SampleSeries sample(1);
  for (int run = 0; run < 30; ++run) {
    const bool hangs = run >= 20;
    SampleSeries::add(sample.add_run(), 0, kUsual_ns * noise(0.1) * (hangs ? 100 : 1),
                      hangs ? MethodStatus::kTimedOut : MethodStatus::kPassed);
  }
  EXPECT_TRUE(find_newly_slow(sample.series(), {}).empty());
}

TEST(NewlySlow, CanBeAClassSetUp) {
  Noise noise(5);
  SampleSeries sample(1);
  for (int run = 0; run < 30; ++run) {
    sample.add_run().classes.push_back(
        {.suite_set_up_ns = static_cast<std::int64_t>((run < 20 ? 1e7 : 3e7) * noise(0.1)),
         .methods_run = 1});
  }
  const auto slow = find_newly_slow(sample.series(), {});
  ASSERT_EQ(slow.size(), 1u);
  EXPECT_EQ(slow[0].measure, SlowMeasure::kSuiteSetUp);
  EXPECT_EQ(slow[0].of_class, 0);
}

}  // namespace
}  // namespace carpool
