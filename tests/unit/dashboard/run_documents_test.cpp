#include "dashboard/run_documents.h"

#include <gtest/gtest.h>

#include <string>

#include "archive/compact_json.h"
#include "manifest/whole_file.h"
#include "support/sample_report.h"
#include "unit/report/report_fixture.h"

namespace carpool {
namespace {

using testing::SampleReport;
using testing::ScriptedRunner;

class RunDocuments : public testing::ReportFixture {
 protected:
  void script_run() const {
    ScriptedRunner(run_, "a")
        .plan("C", {"a"})
        .worker(1)
        .method(1, 0, "a", MethodStatus::kPassed)
        .retire(1)
        .finish_class(ClassStatus::kPassed, 5)
        .finish(0);
  }
};

TEST_F(RunDocuments, ComputesTheReportFromTheJournals) {
  script_run();
  const auto documents = read_documents(run_);
  ASSERT_TRUE(documents);
  ASSERT_EQ(documents->size(), 2u);
  std::string json;
  ASSERT_TRUE(documents->front().write([&](std::string_view bytes) { json += bytes; }));
  EXPECT_NE(json.find("\"carpool/report/v1\""), std::string::npos);
  EXPECT_EQ(documents->back().kind, DocumentKind::kTimeline);
  EXPECT_EQ(documents->back().name, documents->front().name) << "the page joins them by it";
  EXPECT_FALSE(std::filesystem::exists(run_ / "report.json")) << "showing a run changes nothing";
}

TEST_F(RunDocuments, TakesTheLastRunOfAResultsFolderAndItsComparison) {
  script_run();
  ASSERT_TRUE(write_whole_file(results_ / "comparison.json",
                               R"({"schema":"carpool/comparison/v1","target":"t"})"));
  const auto documents = read_documents(results_);
  ASSERT_TRUE(documents);
  ASSERT_EQ(documents->size(), 3u);
  EXPECT_EQ((*documents)[0].kind, DocumentKind::kReport);
  EXPECT_EQ((*documents)[1].kind, DocumentKind::kTimeline);
  EXPECT_EQ((*documents)[2].kind, DocumentKind::kComparison);
}

TEST_F(RunDocuments, TakesTheReportWhereTheJournalsAreGone) {
  const auto folder = results_ / "copied";
  ASSERT_TRUE(write_whole_file(folder / "report.json",
                               R"({"schema":"carpool/report/v1","run":{"id":"r"}})"));
  const auto documents = read_documents(folder);
  ASSERT_TRUE(documents);
  EXPECT_EQ(documents->front().name, "r");
}

TEST_F(RunDocuments, SaysWhatIsLeftOfARunThatLeftNothing) {
  std::filesystem::create_directories(results_ / "runs" / "20991231T000000Z-1");
  const auto documents = read_documents(results_);
  ASSERT_FALSE(documents);
  EXPECT_NE(documents.error().message.find(
                "20991231T000000Z-1 holds neither a journal nor a report.json"),
            std::string::npos)
      << documents.error().message;
}

TEST_F(RunDocuments, ComputesTheTrendOfTheRunsBeside) {
  script_run();
  SampleReport(-1).method("a").in(results_);
  const auto documents = read_documents(results_);
  ASSERT_TRUE(documents) << documents.error().message;
  ASSERT_EQ(documents->size(), 3u);
  EXPECT_EQ((*documents)[2].kind, DocumentKind::kTrend);
  std::string json;
  ASSERT_TRUE(documents->back().write([&](std::string_view bytes) { json += bytes; }));
  EXPECT_NE(json.find("\"carpool/trend/v1\""), std::string::npos);
  EXPECT_NE(json.find(SampleReport(-1).id()), std::string::npos);
  EXPECT_NE(json.find(run_.filename().string()), std::string::npos);
  testing::keep_document(".json", json);
}

TEST_F(RunDocuments, ShowsTheOthersWhereAnOldRunCannotBeRead) {
  script_run();
  SampleReport(-2).method("a").in(results_);
  SampleReport(-1).method("a").in(results_);
  ASSERT_TRUE(
      write_whole_file(results_ / "runs" / SampleReport(-1).id() / "report.json", "broken"));
  const auto documents = read_documents(results_);
  ASSERT_TRUE(documents) << documents.error().message;
  EXPECT_EQ(documents->size(), 3u);
}

TEST_F(RunDocuments, CountsTheJournalsOfARunWithoutAReport) {
  script_run();
  const auto large = results_ / "runs" / SampleReport(-1).id() / "journal-a.ndjson";
  ASSERT_TRUE(write_whole_file(large, "x"));
  std::filesystem::resize_file(large, 300u << 20);  // with a hole in it
  const auto documents = read_documents(results_);
  ASSERT_TRUE(documents) << documents.error().message;
  EXPECT_EQ(documents->size(), 2u) << "more than a page may take time to read";
}

TEST_F(RunDocuments, TakesTheLastRunOfAnArchiveAndItsTrend) {
  const std::string header = "{\"schema\":\"carpool/archive/v1\",\"runs\":2}\n";
  const std::string lines = compact_json(SampleReport(1).method("a").text()) + "\n" +
                            compact_json(SampleReport(2).method("b").text()) + "\n";
  const auto archive = results_ / "all.ndjson";
  ASSERT_TRUE(write_whole_file(archive, header + lines));
  const auto documents = read_documents(archive);
  ASSERT_TRUE(documents) << documents.error().message;
  ASSERT_EQ(documents->size(), 2u);
  EXPECT_EQ(documents->front().kind, DocumentKind::kReport);
  EXPECT_EQ(documents->front().name, SampleReport(2).id());
  std::string json;
  ASSERT_TRUE(documents->front().write([&](std::string_view bytes) { json += bytes; }));
  EXPECT_NE(json.find("\"name\":\"b\""), std::string::npos);
  EXPECT_EQ(documents->back().kind, DocumentKind::kTrend);
  ASSERT_TRUE(write_whole_file(archive, header));
  EXPECT_FALSE(read_documents(archive)) << "it was cut off";
}

TEST_F(RunDocuments, TakesTheLastRunOfAnArchiveThatCanBeRead) {
  const std::string good = compact_json(SampleReport(1).method("a").text()) + "\n";
  const auto archive = results_ / "all.ndjson";
  const std::string header = "{\"schema\":\"carpool/archive/v1\",\"runs\":2}\n";
  ASSERT_TRUE(write_whole_file(archive, header + good + "[[[[\n"));
  const auto documents = read_documents(archive);
  ASSERT_TRUE(documents) << documents.error().message;
  EXPECT_EQ(documents->front().name, SampleReport(1).id());
  std::string json;
  ASSERT_TRUE(documents->front().write([&](std::string_view bytes) { json += bytes; }));
  EXPECT_EQ(json.find("[[[["), std::string::npos) << "the page would hold what is no JSON";
  EXPECT_NE(json.find(SampleReport(1).id()), std::string::npos);

  ASSERT_TRUE(write_whole_file(archive, header + "[[[[\n{}\n"));
  const auto none = read_documents(archive);
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("all.ndjson holds no run that can be read"),
            std::string::npos)
      << none.error().message;
}

TEST_F(RunDocuments, NamesTheFolderThatHoldsNoRun) {
  const auto folder = results_ / "empty";
  std::filesystem::create_directories(folder);
  const auto none = read_documents(folder);
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("holds no run"), std::string::npos);
  EXPECT_FALSE(read_results(folder));
}

}  // namespace
}  // namespace carpool
