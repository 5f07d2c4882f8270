#include "archive/archive_merge.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "archive/compact_json.h"
#include "journal/file_lock_posix.h"
#include "manifest/whole_file.h"
#include "support/sample_report.h"
#include "support/temporary_directory.h"

namespace carpool {
namespace {

using testing::SampleReport;
using testing::TemporaryDirectory;
using Paths = std::vector<std::filesystem::path>;

class ArchiveMerge : public ::testing::Test {
 protected:
  std::filesystem::path at(const std::string& name) const { return directory_.path() / name; }

  static Result<MergedRuns> merge(const Paths& given, const std::filesystem::path& output,
                                  std::chrono::milliseconds patience = std::chrono::minutes(5)) {
    return merge_runs(given, output, {}, 0, patience);
  }

  static std::string text_of(const std::filesystem::path& file) {
    const auto text = read_whole_file(file);
    EXPECT_TRUE(text) << text.error().message;
    return text ? *text : "";
  }

  // An archive of two runs, one of which only a later Carpool can read.
  std::string write_archive_of_the_future() const {
    std::string future = compact_json(SampleReport(2).method("b").text());
    future.replace(future.find("carpool/report/v1"), 17, "carpool/report/v2");
    const std::string text = "{\"schema\":\"carpool/archive/v1\",\"runs\":2}\n" +
                             compact_json(SampleReport(1).method("a").text()) + "\n" + future +
                             "\n";
    EXPECT_TRUE(write_whole_file(at("all.ndjson"), text));
    return text;
  }

  TemporaryDirectory directory_;
};

TEST_F(ArchiveMerge, LosesNoRunThatItCannotRead) {
  const std::string before = write_archive_of_the_future();
  SampleReport(3).method("a").in(at("one"));
  std::filesystem::create_symlink(at("all.ndjson"), at("link.ndjson"));
  for (const char* output : {"all.ndjson", "link.ndjson"}) {
    const auto merged = merge({at("all.ndjson"), at("one")}, at(output));
    ASSERT_FALSE(merged);
    const std::string& message = merged.error().message;
    EXPECT_NE(message.find(at(output).string() + " is left as it is, since 1 run in it"),
              std::string::npos)
        << message;
    EXPECT_NE(message.find("all.ndjson, line 3"), std::string::npos) << message;
    EXPECT_EQ(text_of(at("all.ndjson")), before);
  }
}

TEST_F(ArchiveMerge, LeavesOutWhatItCannotReadOfAnotherArchive) {
  const std::string before = write_archive_of_the_future();
  const auto merged = merge({at("all.ndjson")}, at("other.ndjson"));
  ASSERT_TRUE(merged) << merged.error().message;
  EXPECT_EQ(merged->kept.indices.size(), 1u);
  EXPECT_EQ(merged->gathered.unread.size(), 1u);
  EXPECT_EQ(text_of(at("all.ndjson")), before);
}

TEST_F(ArchiveMerge, WritesNothingWhereAPlaceHoldsNoRun) {
  std::filesystem::create_directories(at("empty"));
  const auto merged = merge({at("empty")}, at("all.ndjson"));
  ASSERT_TRUE(merged) << merged.error().message;
  EXPECT_EQ(merged->gathered.empty, Paths{at("empty")});
  EXPECT_FALSE(std::filesystem::exists(at("all.ndjson")));
}

TEST_F(ArchiveMerge, WaitsForWhoElseMergesIntoTheSameArchive) {
  SampleReport(1).method("a").in(at("one"));
  {
    const auto other = FileLock::acquire(at(".all.ndjson.lock"), std::chrono::milliseconds(0),
                                         FileLock::File::kGoesWithTheLock);
    ASSERT_TRUE(other);
    const auto merged = merge({at("one")}, at("all.ndjson"), std::chrono::milliseconds(0));
    ASSERT_FALSE(merged);
    EXPECT_EQ(merged.error().message,
              "cannot merge into " + at("all.ndjson").string() + ": another process has held " +
                  at(".all.ndjson.lock").string() + " for too long: try again once it has ended");
    EXPECT_FALSE(std::filesystem::exists(at("all.ndjson")));
    EXPECT_TRUE(merge({at("one")}, at("other.ndjson"), std::chrono::milliseconds(0)));
  }
  EXPECT_TRUE(merge({at("one")}, at("all.ndjson"), std::chrono::milliseconds(0)));
  EXPECT_FALSE(std::filesystem::exists(at(".all.ndjson.lock")));
}

TEST_F(ArchiveMerge, LosesNoRunOfMergesAtOnce) {
  SampleReport(0).method("a").in(at("first"));
  ASSERT_TRUE(merge({at("first")}, at("all.ndjson")));
  std::vector<std::thread> merges;
  for (int run = 1; run <= 6; ++run) {
    const auto folder = at(std::to_string(run));
    SampleReport(run).method("a").in(folder);
    merges.emplace_back([this, folder] {
      const auto merged = merge({at("all.ndjson"), folder}, at("all.ndjson"));
      EXPECT_TRUE(merged) << merged.error().message;
    });
  }
  for (std::thread& one : merges) one.join();
  EXPECT_NE(text_of(at("all.ndjson")).find("\"runs\":7}"), std::string::npos);
}

TEST_F(ArchiveMerge, PutsNothingBesideWhatIsNoFile) {
  SampleReport(1).method("a").in(at("one"));
  std::filesystem::create_directories(at("folder") / "taken");
  const auto merged = merge({at("one")}, at("folder") / "taken");
  ASSERT_FALSE(merged);
  EXPECT_NE(merged.error().message.find("it is there and is not a regular file"),
            std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(at("folder") / ".taken.lock"));
}

}  // namespace
}  // namespace carpool
