#include "archive/named_folder.h"

#include <gtest/gtest.h>

#include "archive/report_place.h"
#include "command_line/chosen_run.h"
#include "command_line/exported_subject.h"
#include "dashboard/run_documents.h"
#include "manifest/whole_file.h"
#include "unit/report/report_fixture.h"

namespace carpool {
namespace {

using testing::ScriptedRunner;
namespace fs = std::filesystem;

class NamedFolders : public testing::ReportFixture {
 protected:
  void script_run() const {
    ScriptedRunner(run_, "a").plan("C", {"a"}).worker(1).method(1, 0, "a").retire(1).finish();
  }

  fs::path build_ = directory_.path();
};

TEST_F(NamedFolders, MeanTheSameToEveryVerb) {
  script_run();
  for (const fs::path& given :
       {build_, results_, results_ / "", results_ / "runs", results_ / "runs" / "", run_}) {
    const auto places = report_places(given);
    ASSERT_TRUE(places) << places.error().message;
    ASSERT_EQ(places->size(), 1u) << given;
    EXPECT_EQ(places->front().path, run_) << given;
    const auto documents = read_documents(given);
    ASSERT_TRUE(documents) << documents.error().message;
    EXPECT_EQ(documents->front().name, run_.filename().string());
    const auto exported = exported_subject(given, {});
    ASSERT_TRUE(exported) << exported.error().message;
    EXPECT_EQ(exported->run, run_);
    const auto chosen = run_in_directory(given);
    ASSERT_TRUE(chosen) << chosen.error().message;
    EXPECT_EQ(chosen->directory, run_);
    EXPECT_EQ(chosen->results, results_);
  }
}

TEST_F(NamedFolders, AreARunWhereTheReportIsAllThatIsLeft) {
  const fs::path copied = build_ / "copied";
  ASSERT_TRUE(write_whole_file(copied / "report.json",
                               R"({"schema":"carpool/report/v1","run":{"id":"r"}})"));
  EXPECT_EQ(named_folder(copied).kind, NamedFolder::Kind::kRun);
  EXPECT_TRUE(read_documents(copied));
  const auto exported = exported_subject(copied, {});
  ASSERT_FALSE(exported);
  EXPECT_NE(exported.error().message.find("the journals that this report was computed from"),
            std::string::npos)
      << exported.error().message;
}

TEST_F(NamedFolders, AreNothingWhereNoRunIs) {
  fs::create_directories(results_ / "runs");
  for (const fs::path& given : {build_, results_, results_ / "runs", build_ / "none"}) {
    EXPECT_EQ(named_folder(given).kind, NamedFolder::Kind::kNothing) << given;
  }
}

}  // namespace
}  // namespace carpool
