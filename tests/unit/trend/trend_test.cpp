#include "trend/trend.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/documents.h"
#include "support/sample_report.h"
#include "support/temporary_directory.h"
#include "trend/trend_json.h"
#include "trend/trend_table.h"

namespace carpool {
namespace {

using Json = nlohmann::json;
using testing::SampleReport;
using testing::TemporaryDirectory;

class Trends : public ::testing::Test {
 protected:
  Trend gathered(const TrendChoice& choice = {}) const {
    auto trend = gather_trend({directory_.path()}, choice);
    EXPECT_TRUE(trend) << trend.error().message;
    return trend ? std::move(trend->trend) : Trend();
  }

  static Json document(const Trend& trend) {
    std::string text;
    encode_trend(trend, true, [&](std::string_view bytes) { text += bytes; });
    testing::keep_document(".json", text);
    return Json::parse(text);
  }

  // Twenty runs: `slow` takes twice as long from run 10 on, `flaky` passes at the second attempt in
  // the last three, `leaned` fails behind the others and passes alone in the last eight.
  void write_eventful_runs() const {
    for (int run = 0; run < 20; ++run) {
      SampleReport report(run);
      report.method("slow", MethodStatus::kPassed, (run < 10 ? 10'000'000 : 20'000'000) + run);
      report.method("quick");
      report.method("leaned");
      if (run >= 12) report.retried();
      report.in(directory_.path());
    }
  }

  TemporaryDirectory directory_;
};

TEST_F(Trends, TellWhatBecameSlowAndWhatDependsOnOrder) {
  write_eventful_runs();
  const Json trend = document(gathered());
  ASSERT_EQ(trend["findings"].size(), 2u) << trend["findings"];
  const Json& slow = trend["findings"][0];
  EXPECT_EQ(slow["kind"], "newly_slow");
  EXPECT_EQ(slow["method"], "slow");
  EXPECT_EQ(slow["evidence"]["since_run"], 10);
  EXPECT_EQ(slow["evidence"]["before"]["median_ns"], 10'000'005);
  EXPECT_EQ(slow["evidence"]["ratio"], 2.0);
  EXPECT_LE(slow["evidence"]["adjusted_p_value"], 0.05);
  const Json& leaned = trend["findings"][1];
  EXPECT_EQ(leaned["kind"], "order_dependent") << "and not flaky as well";
  EXPECT_EQ(leaned["method"], "leaned");
  EXPECT_EQ(leaned["evidence"]["direction"], "red_behind_others");
  EXPECT_EQ(trend["runs"].size(), 20u);
  EXPECT_EQ(trend["classes"][0]["points"].size(), 20u);
  EXPECT_EQ(trend["methods"][2]["statuses"], "PPPPPPPPPPPPyyyyyyyy");
  EXPECT_EQ(trend["methods"][0]["durations_ns"][10], 20'000'010);
}

TEST_F(Trends, ArePrintedWithTheTestsAndTheLevel) {
  write_eventful_runs();
  const std::string text = trend_table(gathered(), true, 40);
  for (const char* part :
       {"carpool: 20 runs, 0 red", "core.C  ", "core.C.slow", "Mann-Whitney over all change points",
        "level 0.05",
        "C.slow takes 2.00 times as long since run 20261202T104512.00Z-4711: 20.0 ms, "
        "before 10.0 ms (10 runs before and 10 runs since; p = ",
        "newly flaky (exact probability", "none",
        "C.leaned was red behind other methods (8 of 8), green as the first of a worker (0 of "
        "8)"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\nin\n" << text;
  }
}

TEST_F(Trends, KnowOnlyWhatTheLastRunsKnow) {
  SampleReport(0).method("gone").in(directory_.path());
  for (int run = 1; run < 4; ++run) SampleReport(run).method("there").in(directory_.path());
  const Json trend = document(gathered({.last_runs = 2}));
  EXPECT_EQ(trend["runs"].size(), 2u);
  ASSERT_EQ(trend["methods"].size(), 1u);
  EXPECT_EQ(trend["methods"][0]["name"], "there");
}

TEST_F(Trends, HoldOnlyTheRunsThatAreAskedFor) {
  for (int run = 0; run < 5; ++run) SampleReport(run).method("a").in(directory_.path());
  std::vector<std::string> held;
  const auto note = [&](const SeenRun& run) { held.push_back(run.id); };
  ASSERT_TRUE(gather_trend({directory_.path()}, {.last_runs = 2}, note));
  EXPECT_EQ(held, (std::vector<std::string>{SampleReport(3).id(), SampleReport(4).id()}));
}

TEST_F(Trends, CompareHostsOnlyWhereAsked) {
  for (int run = 0; run < 4; ++run) {
    SampleReport(run, "host-" + std::to_string(run)).method("a").in(directory_.path());
  }
  EXPECT_EQ(document(gathered())["runs"][3]["machine"], 3);
  EXPECT_EQ(document(gathered({.pool_hosts = true}))["runs"][3]["machine"], 0);
}

TEST_F(Trends, NameWhatCouldNotBeRead) {
  SampleReport(0).method("a").in(directory_.path());
  SampleReport(1).method("a").in(directory_.path());
  ASSERT_TRUE(write_whole_file(directory_.path() / "runs" / SampleReport(1).id() / "report.json",
                               "broken"));
  const Json trend = document(gathered());
  EXPECT_EQ(trend["runs"].size(), 1u);
  ASSERT_EQ(trend["problems"].size(), 1u);
}

TEST_F(Trends, LetNoNameReachTheTerminalAsItIs) {
  SampleReport(0).method("a\x1b[31m\nb").in(directory_.path());
  const std::string text = trend_table(gathered(), true, 0);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_NE(text.find("b  "), std::string::npos) << text;
}

}  // namespace
}  // namespace carpool
