#include "trend/newly_flaky.h"

#include <gtest/gtest.h>

#include "unit/trend/sample_series.h"

namespace carpool {
namespace {

using testing::SampleSeries;

// One method; a letter for each run: p passed, f failed, y flaky, n not_run, - unknown.
std::vector<NewlyFlaky> found_in(const std::string& statuses) {
  SampleSeries sample(1);
  for (const char letter : statuses) {
    SeriesRun& run = sample.add_run();
    if (letter == '-') continue;
    SampleSeries::add(run, 0, 1000,
                      letter == 'p'   ? MethodStatus::kPassed
                      : letter == 'f' ? MethodStatus::kFailed
                      : letter == 'y' ? MethodStatus::kFlaky
                                      : MethodStatus::kNotRun);
  }
  return find_newly_flaky(sample.series(), {});
}

TEST(NewlyFlaky, IsWhatFailedAndPassedInOneRunAfterASilence) {
  const auto found = found_in("pppppppypy");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].proof, FlakyProof::kRetry);
  EXPECT_EQ(found[0].flaky_runs, (std::vector<int>{7, 9}));
  EXPECT_EQ(found[0].runs_before, 7);
  EXPECT_EQ(found[0].runs_since, 3);
  EXPECT_DOUBLE_EQ(found[0].p_value, 3.0 / 45) << "C(3, 2) / C(10, 2)";
}

TEST(NewlyFlaky, IsWhatGoesBackAndForth) {
  const auto found = found_in("pppppfpf");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].proof, FlakyProof::kAlternation);
  EXPECT_EQ(found[0].flaky_runs, (std::vector<int>{5})) << "the last may be red for good";
}

TEST(NewlyFlaky, IsNotWhatBrokeOrWasMended) {
  EXPECT_TRUE(found_in("pppppppfff").empty());
  EXPECT_TRUE(found_in("pppppffppp").empty());
  EXPECT_TRUE(found_in("pppppppppp").empty());
}

TEST(NewlyFlaky, NeedsASilenceBefore) {
  EXPECT_TRUE(found_in("ppppypppp").empty());
  EXPECT_FALSE(found_in("pppppyppp").empty());
  EXPECT_TRUE(found_in("ypppppppy").empty()) << "it always was";
}

TEST(NewlyFlaky, DoesNotCountRunsThatSayNothing) {
  const auto found = found_in("p-pnp-ppny");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].runs_before, 5);
  EXPECT_EQ(found[0].flaky_runs, (std::vector<int>{9}));
}

TEST(NewlyFlaky, DoesNotTakeOneMachineForAnother) {
  SampleSeries sample(1);
  for (int run = 0; run < 20; ++run) {
    const bool other = run % 2 == 1;
    SampleSeries::add(sample.add_run(other ? 1 : 0), 0, 1000,
                      other ? MethodStatus::kFailed : MethodStatus::kPassed);
  }
  EXPECT_TRUE(find_newly_flaky(sample.series(), {}).empty());
}

}  // namespace
}  // namespace carpool
