#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "export/bencher.h"
#include "export/benchmark_names.h"
#include "export/github_benchmark.h"
#include "export/google_benchmark.h"
#include "unit/export/export_fixture.h"
#include "unit/export/sample_comparison.h"

namespace carpool::testing {
namespace {

using Json = nlohmann::json;

template <typename Document>
Json parsed(void (*exporter)(const Document&, const TextSink&), const Document& document) {
  std::string text;
  exporter(document, [&](std::string_view piece) { text += piece; });
  return Json::parse(text);
}

Report small_report() {
  Report report;
  report.run.wall_ns = 20'000'000;
  report.methods = 2;
  ClassReport of_class{.target = "core", .name = "C", .wall_ns = 9'500'000};
  of_class.spawn_ns = 2'000'000;
  of_class.init_ns = 500'000;
  of_class.suite_set_up_ns = 250'000;
  of_class.methods.push_back({.name = "runs", .status = MethodStatus::kPassed});
  of_class.methods.back().last = {.worker = 1, .duration_ns = 1'000};
  of_class.methods.push_back({.name = "fails", .status = MethodStatus::kFailed});
  of_class.methods.back().last = {.worker = 1, .duration_ns = 2'000};
  report.classes.push_back(std::move(of_class));
  return report;
}

TEST(BenchmarkNames, AreBoundedWithoutBecomingOne) {
  EXPECT_EQ(bounded_name("short", 64), "short");
  EXPECT_EQ(bounded_name("", 64), "(no name)");
  const std::string first = bounded_name(std::string(5000, 'x') + "1", 64);
  const std::string second = bounded_name(std::string(5000, 'x') + "2", 64);
  EXPECT_EQ(first.size(), 64u);
  EXPECT_NE(first, second);
  std::string euros;
  for (int i = 0; i < 100; ++i) euros += "\xE2\x82\xAC";
  EXPECT_EQ(bounded_name(euros, 64).substr(0, 45), euros.substr(0, 45)) << "cut between characters";
}

TEST(GithubBenchmark, OfARunHasItsClassesInMilliseconds) {
  const Json entries = parsed<Report>(export_github_benchmark, small_report());
  ASSERT_EQ(entries.size(), 3u);
  EXPECT_EQ(entries[0]["name"], "all tests");
  EXPECT_EQ(entries[0]["value"], 20.0);
  EXPECT_EQ(entries[1]["name"], "core.C");
  EXPECT_EQ(entries[1]["value"], 9.5);
  EXPECT_EQ(entries[1]["unit"], "ms");
  EXPECT_EQ(entries[2]["name"], "core.C (start-up)");
  EXPECT_EQ(entries[2]["value"], 2.75);
}

TEST(GithubBenchmark, LeavesOutWhatWasInterrupted) {
  Report report = small_report();
  report.run.interrupted = true;
  report.classes[0].status = ClassStatus::kInterrupted;
  EXPECT_EQ(parsed<Report>(export_github_benchmark, report), Json::array());
}

TEST(GithubBenchmark, OfAComparisonSaysHowSureItIs) {
  const Json entries = parsed<ComparisonDocument>(export_github_benchmark, sample_comparison());
  ASSERT_EQ(entries.size(), 6u);
  EXPECT_EQ(entries[2]["name"], "core.Gains (live workers)");
  EXPECT_EQ(entries[2]["value"], 1.0);
  EXPECT_EQ(entries[2]["range"], "0.900 to 1.250");
  EXPECT_EQ(entries[2]["extra"], "saved 66.7 % (60.0 to 70.0), 3 pairs");
  EXPECT_EQ(entries[4]["extra"], "saved not established (-5.0 to 7.5 %), 3 pairs");
}

TEST(GithubBenchmark, NamesWhatIsEstimated) {
  const Json entries = parsed<ComparisonDocument>(export_github_benchmark, sampled_comparison());
  ASSERT_EQ(entries.size(), 6u);
  EXPECT_EQ(entries[1]["name"], "core (a process each, estimated)");
  EXPECT_EQ(entries[1]["extra"],
            "saved 66.7 % (60.0 to 70.0), 3 pairs; a process each estimated from 5 of 1001 "
            "methods, standard error 1.2 %; a noisy machine: load average 3.0 on 2 cores when it "
            "began; rounds differ by 14 %");
  EXPECT_EQ(entries[2]["name"], "core.Gains (live workers)");
  EXPECT_EQ(entries[3]["name"], "core.Gains (a process each, estimated)");
  EXPECT_EQ(entries[3]["extra"],
            "saved 66.7 % (60.0 to 70.0), 3 pairs; a process each estimated from 4 of 1000 "
            "methods, standard error 1.2 %");
  EXPECT_EQ(entries[5]["name"], "core.Unsure (a process each)") << "all of it ran both ways";
}

TEST(Bencher, KeepsEstimatesInAMeasureOfTheirOwn) {
  const Json compared = parsed<ComparisonDocument>(export_bencher, sampled_comparison());
  EXPECT_EQ(compared["core"]["spawn-baseline-estimated"]["value"], 3'000'000);
  EXPECT_FALSE(compared["core"].contains("spawn-baseline"));
  EXPECT_FALSE(compared["core.Gains"].contains("spawn-baseline"));
  EXPECT_TRUE(compared["core.Unsure"].contains("spawn-baseline"));
}

TEST(GoogleBenchmark, NamesWhatIsEstimated) {
  const Json document = parsed<ComparisonDocument>(export_google_benchmark, sampled_comparison());
  std::set<std::string> names;
  for (const Json& entry : document["benchmarks"]) names.insert(entry["name"].get<std::string>());
  EXPECT_EQ(names, (std::set<std::string>{"core/spawn_estimated", "core/continuous",
                                          "core.Gains/spawn_estimated", "core.Gains/continuous",
                                          "core.Unsure/spawn", "core.Unsure/continuous"}));
  EXPECT_EQ(document["context"]["carpool_spawn_basis"],
            "estimated from 5 of 1001 methods, standard error 1.2 %");
  EXPECT_EQ(document["context"]["carpool_noise"].size(), 2u);
  const Json measured = parsed<ComparisonDocument>(export_google_benchmark, sample_comparison());
  EXPECT_FALSE(measured["context"].contains("carpool_spawn_basis"));
}

TEST(Bencher, GivesNanosecondsWithBounds) {
  const Json of_run = parsed<Report>(export_bencher, small_report());
  EXPECT_EQ(of_run["core.C"]["latency"]["value"], 9'500'000);
  EXPECT_EQ(of_run["core.C"]["start-up"]["value"], 2'750'000);
  const Json compared = parsed<ComparisonDocument>(export_bencher, sample_comparison());
  const Json latency = compared["core.Gains"]["latency"];
  EXPECT_EQ(latency,
            Json({{"value", 1'000'000}, {"lower_value", 900'000}, {"upper_value", 1'250'000}}));
  EXPECT_EQ(compared["core.Gains"]["spawn-baseline"]["value"], 3'000'000);
}

TEST(Bencher, TakesNamesOfAnyBytes) {
  Report report = small_report();
  report.classes[0].name = kHostile + std::string(5000, 'x');
  const Json of_run = parsed<Report>(export_bencher, report);
  ASSERT_EQ(of_run.size(), 2u);
  for (const auto& [name, measures] : of_run.items()) EXPECT_LE(name.size(), 1024u + 6);
}

TEST(GoogleBenchmark, HoldsEveryRepetitionOfBothSides) {
  const Json document = parsed<ComparisonDocument>(export_google_benchmark, sample_comparison());
  std::vector<std::int64_t> continuous;
  for (const Json& entry : document["benchmarks"]) {
    if (entry["name"] != "core.Gains/continuous") continue;
    EXPECT_EQ(entry["repetitions"], 3);
    EXPECT_EQ(entry["repetition_index"], continuous.size());
    continuous.push_back(entry["real_time"].get<std::int64_t>());
  }
  EXPECT_EQ(continuous, (std::vector<std::int64_t>{900'000, 1'000'000, 1'250'000}));
  EXPECT_EQ(document["context"]["num_cpus"], 2);
}

TEST(GoogleBenchmark, OfARunHasWhatPassed) {
  const Json document = parsed<Report>(export_google_benchmark, small_report());
  ASSERT_EQ(document["benchmarks"].size(), 2u);
  EXPECT_EQ(document["benchmarks"][1]["name"], "core.C.runs");
  EXPECT_EQ(document["benchmarks"][1]["real_time"], 1'000);
}

}  // namespace
}  // namespace carpool::testing
