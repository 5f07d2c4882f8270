#include "export/comparison_document.h"

#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "compare/comparison_json.h"
#include "support/temporary_directory.h"

namespace carpool::testing {
namespace {

class ComparisonDocumentTest : public ::testing::Test {
 protected:
  Result<ComparisonDocument> read(const std::string& text) {
    const auto file = directory_.path() / "comparison.json";
    std::ofstream(file) << text;
    return read_comparison(file);
  }

  TemporaryDirectory directory_;
};

Comparison written_comparison() {
  Comparison comparison;
  comparison.manifest.target = "core";
  comparison.host = {.started_at = "2026-12-02T00:45:12Z", .version = "0.1.0", .host_cores = 2};
  comparison.jobs = 2;
  comparison.differences = {
      {.class_name = "C", .method = "m", .spawn = "passed", .continuous = "failed"}};
  ClassComparison of_class{.name = "C"};
  of_class.times.spawn_ns = {300, 310, 320};
  of_class.times.continuous_ns = {100, 110, 120};
  of_class.times.saving = {.pairs = 3, .speedup = 2.5, .interval = Interval{.low = 2, .high = 4}};
  comparison.classes.push_back(of_class);
  comparison.total = of_class.times;
  return comparison;
}

TEST_F(ComparisonDocumentTest, ReadsWhatCompareWrites) {
  const auto read_back = read(comparison_json(written_comparison()));
  ASSERT_TRUE(read_back) << read_back.error().message;
  EXPECT_EQ(read_back->target, "core");
  EXPECT_EQ(read_back->host_cores, 2);
  EXPECT_EQ(read_back->differences,
            (std::vector<std::string>{"C.m: passed apart, failed together"}));
  ASSERT_EQ(read_back->classes.size(), 1u);
  const ComparedDocumentTimes& times = read_back->classes[0].times;
  EXPECT_EQ(times.spawn_ns, 310);
  EXPECT_EQ(times.continuous_samples_ns, (std::vector<std::int64_t>{100, 110, 120}));
  EXPECT_DOUBLE_EQ(times.reduction_percent, 60.0);
  ASSERT_TRUE(times.reduction_interval_percent);
  EXPECT_DOUBLE_EQ(times.reduction_interval_percent->low, 50.0);
  EXPECT_TRUE(times.established);
  EXPECT_FALSE(times.spawn_is_estimated);
  EXPECT_FALSE(read_back->total.spawn_is_estimated);
  EXPECT_EQ(read_back->methods_run_apart, read_back->methods);
  EXPECT_TRUE(read_back->noise.empty());
}

TEST_F(ComparisonDocumentTest, ReadsWhatAnEstimateRestsOn) {
  Comparison comparison = written_comparison();
  comparison.sample = 2;
  comparison.noise = {"load average 3.0 on 2 cores when it began"};
  comparison.classes[0].method_count = 5;
  ClassVerdicts& verdicts = comparison.classes[0].verdicts;
  verdicts.methods = {"a", "b"};
  verdicts.spawn.resize(2);
  verdicts.continuous.resize(2);
  comparison.total.sampling_error_percent = 1.5;
  const auto read_back = read(comparison_json(comparison));
  ASSERT_TRUE(read_back) << read_back.error().message;
  EXPECT_TRUE(read_back->total.spawn_is_estimated);
  EXPECT_EQ(read_back->methods_run_apart, 2);
  EXPECT_DOUBLE_EQ(read_back->total.sampling_error_percent, 1.5);
  EXPECT_EQ(read_back->methods, 5);
  EXPECT_EQ(read_back->classes.at(0).methods, 5) << "all that it stands for";
  EXPECT_EQ(read_back->classes.at(0).methods_run_apart, 2);
  EXPECT_TRUE(read_back->classes.at(0).times.spawn_is_estimated);
  EXPECT_TRUE(read_back->total.spawn_is_estimated);
  EXPECT_DOUBLE_EQ(read_back->total.sampling_error_percent, 1.5);
  EXPECT_EQ(read_back->noise, comparison.noise);
}

TEST_F(ComparisonDocumentTest, RefusesAnotherVersionAndSaysWhich) {
  const auto newer = read(R"({"schema": "carpool/comparison/v2"})");
  ASSERT_FALSE(newer);
  EXPECT_NE(newer.error().message.find("carpool/comparison/v2"), std::string::npos);
  EXPECT_NE(newer.error().message.find("reads carpool/comparison/v1"), std::string::npos);
}

TEST_F(ComparisonDocumentTest, RefusesWhatIsNone) {
  for (const std::string text : {"", "[]", "{\"schema\": \"carpool/comparison/v1\"}", "{"}) {
    const auto none = read(text);
    ASSERT_FALSE(none) << text;
    EXPECT_NE(none.error().message.find("is no comparison"), std::string::npos);
  }
}

}  // namespace
}  // namespace carpool::testing
