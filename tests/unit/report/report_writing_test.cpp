#include "report/report_writing.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "journal/history.h"
#include "report_fixture.h"

namespace carpool {
namespace {

using testing::kMillisecond_ns;
using testing::ScriptedRunner;

class ReportWriting : public testing::ReportFixture {
 protected:
  void script_green_run(const std::filesystem::path& run) const {
    ScriptedRunner(run, "a")
        .plan("C", {"a"})
        .worker(1)
        .method(1, 0, "a")
        .retire(1)
        .finish_class(ClassStatus::kPassed, 5)
        .finish();
  }

  static nlohmann::json parsed(const std::filesystem::path& file) {
    std::ifstream input(file);
    auto document = nlohmann::json::parse(input, nullptr, false);
    EXPECT_TRUE(document.is_object()) << file;
    testing::keep_document(file);
    return document;
  }

  std::vector<std::string> names_in(const std::filesystem::path& directory) const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(directory)) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }
};

TEST_F(ReportWriting, PutsTheReportIntoTheRunAndIntoTheResults) {
  script_green_run(run_);
  const auto file = write_run_report(run_, results_);
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(*file, results_ / "report.json");
  const auto document = parsed(*file);
  EXPECT_EQ(document.at("schema"), "carpool/report/v1");
  EXPECT_EQ(document, parsed(run_ / "report.json"));
  EXPECT_EQ(names_in(results_),
            (std::vector<std::string>{".lock", "history.json", "report.json", "runs"}));
}

TEST_F(ReportWriting, SpellsTheMainKeysAsPublished) {
  script_green_run(run_);
  ASSERT_TRUE(write_run_report(run_, results_));
  const auto document = parsed(results_ / "report.json");
  const auto baseline = nlohmann::json::parse(
      R"({"basis":"estimated","spawn_ns":21000000,"continuous_ns":5000000,"reduction_percent":76.19,"speedup":4.2})");
  EXPECT_EQ(document.at("spawn_baseline"), baseline);
  const auto& of_class = document.at("classes").at(0);
  EXPECT_EQ(of_class.at("start_up"),
            nlohmann::json::parse(R"({"spawn_ns":2000000,"init_ns":3000000})"));
  EXPECT_EQ(of_class.at("spawn_baseline"), baseline);
  EXPECT_EQ(
      of_class.at("methods").at(0),
      nlohmann::json::parse(R"({"name":"a","status":"passed","duration_ns":1000000,"attempts":1,)"
                            R"("worker":1,"position":0,"failures":[]})"));
  EXPECT_EQ(document.at("run").at("host"),
            nlohmann::json::parse(R"({"name":"host","system":"Linux 6.1.0 x86_64","cores":2})"));
}

TEST_F(ReportWriting, LeavesTheResultsToAYoungerRun) {
  script_green_run(run_);
  const auto younger = results_ / "runs" / "20261202T004513Z-99";
  script_green_run(younger);
  ASSERT_TRUE(write_run_report(younger, results_));
  const auto file = write_run_report(run_, results_);
  ASSERT_TRUE(file);
  EXPECT_EQ(*file, run_ / "report.json");
  EXPECT_EQ(parsed(results_ / "report.json").at("run").at("id"), "20261202T004513Z-99");
}

// Of what a clock that was set back has named otherwise, the kernel's own count is believed.
TEST_F(ReportWriting, KnowsAYoungerRunThoughTheClockWasSetBack) {
  script_green_run(run_);
  const auto older = results_ / "runs" / "20261202T004513Z-99";
  script_green_run(older);
  std::ofstream(older / ".process") << "boot pid:[1] 99 1000\n";
  std::ofstream(run_ / ".process") << "boot pid:[1] 4711 1001\n";
  ASSERT_TRUE(write_run_report(older, results_));
  const auto file = write_run_report(run_, results_);
  ASSERT_TRUE(file);
  EXPECT_EQ(*file, results_ / "report.json");
  EXPECT_EQ(parsed(results_ / "report.json").at("run").at("id"), run_.filename().string());

  std::ofstream(older / ".process") << "another-boot pid:[1] 99 1000\n";
  EXPECT_EQ(*write_run_report(run_, results_), run_ / "report.json");
}

TEST_F(ReportWriting, ReportsARunThatLiesAlone) {
  script_green_run(run_);
  const auto file = write_run_report(run_, {});
  ASSERT_TRUE(file);
  EXPECT_EQ(*file, run_ / "report.json");
  EXPECT_EQ(names_in(results_), std::vector<std::string>{"runs"});
}

TEST_F(ReportWriting, NamesAFolderThatCannotBeWritten) {
  script_green_run(run_);
  std::filesystem::create_directories(run_ / "report.json" / "in the way");
  const auto file = write_run_report(run_, results_);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().message.find("cannot write " + (run_ / "report.json").string() + ": "), 0u)
      << file.error().message;
  EXPECT_EQ(names_in(run_), (std::vector<std::string>{"journal-a.ndjson", "report.json"}));
}

TEST_F(ReportWriting, IsSafeWhenSeveralRunnersDoItAtOnce) {
  script_green_run(run_);
  std::vector<std::thread> writers;
  for (int writer = 0; writer < 4; ++writer) {
    writers.emplace_back([&] { EXPECT_TRUE(write_run_report(run_, results_)); });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(parsed(results_ / "report.json").at("totals").at("passed"), 1);
  EXPECT_EQ(names_in(results_),
            (std::vector<std::string>{".lock", "history.json", "report.json", "runs"}));
}

TEST_F(ReportWriting, NotesHowLongClassesTook) {
  script_green_run(run_);
  ASSERT_TRUE(write_run_report(run_, results_));
  ASSERT_TRUE(write_run_report(run_, results_));  // the same run is counted once
  parsed(results_ / "history.json");
  const History history = read_history(results_);
  const ClassHistory* of_class = history.find("core", "C");
  ASSERT_NE(of_class, nullptr);
  EXPECT_FALSE(of_class->red);
  EXPECT_EQ(of_class->wall_ns, 5 * kMillisecond_ns);
  EXPECT_EQ(of_class->runs, 1);
  EXPECT_EQ(of_class->last_run, run_.filename().string());
}

TEST_F(ReportWriting, GoesOnPieceByPieceInALargeReport) {
  std::vector<std::string> names;
  for (int number = 0; number < 5'000; ++number)
    names.push_back("method_" + std::to_string(number));
  {
    ScriptedRunner runner(run_, "a");
    runner.plan("C", names).worker(1);
    int position = 0;
    for (const std::string& name : names) runner.method(1, position++, name);
    runner.retire(1).finish_class(ClassStatus::kPassed, 5'000).finish();
  }
  ASSERT_TRUE(write_run_report(run_, results_));
  const auto document = parsed(results_ / "report.json");
  ASSERT_EQ(document.at("classes").at(0).at("methods").size(), names.size());
  EXPECT_EQ(document.at("classes").at(0).at("methods").back().at("ran_before"),
            nlohmann::json::parse(R"({"first":"C.method_0","last":"C.method_4998","count":4999})"));
}

}  // namespace
}  // namespace carpool
