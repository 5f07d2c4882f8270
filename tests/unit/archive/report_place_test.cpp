#include "archive/report_place.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>

#include "archive/seen_run.h"
#include "journal/process_origin_posix.h"
#include "journal/timestamp.h"
#include "support/sample_report.h"
#include "support/scripted_run.h"
#include "support/temporary_directory.h"

namespace carpool {
namespace {

using testing::SampleReport;
using testing::ScriptedRunner;
using testing::TemporaryDirectory;

class ReportPlaces : public ::testing::Test {
 protected:
  static std::size_t found_in(const std::filesystem::path& given) {
    const auto places = report_places(given);
    EXPECT_TRUE(places) << places.error().message;
    return places ? places->size() : 0;
  }

  static std::string refusal_of(const std::filesystem::path& given) {
    const auto places = report_places(given);
    EXPECT_FALSE(places);
    return places ? "" : places.error().message;
  }

  std::filesystem::path file(const std::string& name, std::string_view text) const {
    EXPECT_TRUE(write_whole_file(directory_.path() / name, text));
    return directory_.path() / name;
  }

  void script_run() const {
    ScriptedRunner(run_, "a")
        .plan("C", {"a"})
        .worker(1)
        .method(1, 0, "a", MethodStatus::kPassed)
        .retire(1)
        .finish_class(ClassStatus::kPassed, 5)
        .finish(0);
  }

  static std::int64_t methods_in(const std::string& text) {
    const auto run = read_seen_run(text, [](const SeenClass&) {});
    EXPECT_TRUE(run) << run.error().message;
    return run ? run->totals.at(1).second : -1;
  }

  TemporaryDirectory directory_;
  std::filesystem::path build_ = directory_.path() / "build";
  std::filesystem::path results_ = build_ / "Testing" / "Carpool";
  std::filesystem::path run_ = results_ / "runs" / "20261202T004512Z-4711";
};

TEST_F(ReportPlaces, AreAllRunsOfAFolderHoweverItIsNamed) {
  SampleReport(1).method("a").in(results_);
  SampleReport(2).method("a").in(results_);
  EXPECT_EQ(found_in(build_), 2u);
  EXPECT_EQ(found_in(results_), 2u);
  EXPECT_EQ(found_in(results_ / "runs"), 2u);
  EXPECT_EQ(found_in(results_ / "runs" / ""), 2u);
  EXPECT_EQ(found_in(results_ / "runs" / SampleReport(2).id()), 1u);
  EXPECT_EQ(found_in(results_ / "runs" / SampleReport(2).id() / "report.json"), 1u);
}

TEST_F(ReportPlaces, AreNoneInAnEmptyFolder) {
  std::filesystem::create_directories(build_);
  EXPECT_EQ(found_in(build_), 0u);
}

TEST_F(ReportPlaces, AreNoneWhereNothingIs) {
  EXPECT_NE(refusal_of(build_).find("there is no " + build_.string()), std::string::npos);
}

TEST_F(ReportPlaces, RefuseAJournalWhereTheRunIsMeant) {
  script_run();
  EXPECT_NE(refusal_of(run_ / "journal-a.ndjson").find("give the run's folder, " + run_.string()),
            std::string::npos);
}

TEST_F(ReportPlaces, RefuseAnArchiveOfANewerVersion) {
  const auto archive = file("a.ndjson", "{\"schema\":\"carpool/archive/v2\",\"runs\":0}\n");
  EXPECT_NE(refusal_of(archive).find("another version (carpool/archive/v2)"), std::string::npos);
}

TEST_F(ReportPlaces, RefuseAnArchiveThatWasCutOff) {
  const std::string header = "{\"schema\":\"carpool/archive/v1\",\"runs\":2}\n";
  EXPECT_EQ(found_in(file("whole.ndjson", header + "{}\n{}\n")), 2u);
  EXPECT_NE(refusal_of(file("a.ndjson", header + "{}\n")).find("2 runs, and 1 are there"),
            std::string::npos);
  EXPECT_NE(refusal_of(file("b.ndjson", header + "{}\n{\"schema\"")).find("was cut off"),
            std::string::npos)
      << "a line without its end is none";
  EXPECT_NE(refusal_of(file("c.ndjson", header + "{}\n{}\n{}\n")).find("was added to"),
            std::string::npos);
}

TEST_F(ReportPlaces, ComputeTheReportOfARunThatHasNone) {
  script_run();
  const auto places = report_places(run_);
  ASSERT_TRUE(places);
  const auto text = report_text(places->at(0));
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_EQ(methods_in(*text), 1);
  EXPECT_FALSE(std::filesystem::exists(run_ / "report.json")) << "reading changes nothing";
}

TEST_F(ReportPlaces, TakeTheReportUntilAJournalIsYounger) {
  script_run();
  ASSERT_TRUE(
      write_whole_file(run_ / "report.json", SampleReport(0).method("a").method("b").text()));
  const auto places = report_places(run_);
  ASSERT_TRUE(places);
  const auto now = std::filesystem::file_time_type::clock::now();
  const auto journal = run_ / "journal-a.ndjson";
  std::filesystem::last_write_time(journal, now - std::chrono::hours(1));
  std::filesystem::last_write_time(run_ / "report.json", now);
  EXPECT_EQ(methods_in(*report_text(places->at(0))), 2);
  EXPECT_FALSE(may_grow(places->at(0)));
  std::filesystem::last_write_time(run_ / "report.json", now - std::chrono::hours(2));
  EXPECT_EQ(methods_in(*report_text(places->at(0))), 1);
  EXPECT_TRUE(may_grow(places->at(0))) << "its folder has changed just now";
}

TEST_F(ReportPlaces, TellHowMuchThereIsToRead) {
  script_run();
  std::ofstream(run_ / "journal-b.ndjson") << std::string(1'000, 'x');
  const auto journal = run_ / "journal-a.ndjson";
  EXPECT_EQ(bytes_to_read({.path = run_}), std::filesystem::file_size(journal) + 1'000)
      << "of the journals, as the report is computed from them";
  ASSERT_TRUE(write_whole_file(run_ / "report.json", "123"));
  const auto now = std::filesystem::file_time_type::clock::now();
  for (const char* name : {"journal-a.ndjson", "journal-b.ndjson"}) {
    std::filesystem::last_write_time(run_ / name, now - std::chrono::hours(1));
  }
  EXPECT_EQ(bytes_to_read({.path = run_}), 3u);
  EXPECT_EQ(bytes_to_read({.kind = ReportPlace::Kind::kReportFile, .path = run_ / "report.json"}),
            3u);
  EXPECT_EQ(bytes_to_read({.kind = ReportPlace::Kind::kArchiveLine, .size = 7}), 7u);
  EXPECT_EQ(bytes_to_read({.path = results_ / "none"}), 0u);
}

TEST_F(ReportPlaces, MayGrowWhileTheProcessOfTheRunLives) {
  const ProcessOrigin self = this_process();
  const std::string stem = compact_timestamp(self.started_at_ns) + "-";
  const auto live = results_ / "runs" / (stem + std::to_string(self.process_id));
  const auto over = results_ / "runs" / (stem + "999999999");
  for (const auto& run : {live, over}) {
    ASSERT_TRUE(write_whole_file(run / "report.json", SampleReport(0).method("a").text()));
  }
  EXPECT_TRUE(may_grow({.path = live})) << "although its report holds all that there is";
  EXPECT_FALSE(may_grow({.path = over}));
}

}  // namespace
}  // namespace carpool
