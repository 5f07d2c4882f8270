#include "dashboard/run_documents.h"

#include <gtest/gtest.h>

#include <string>

#include "manifest/whole_file.h"
#include "unit/report/report_fixture.h"

namespace carpool {
namespace {

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
