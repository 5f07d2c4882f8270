#include "journal/history.h"

#include <gtest/gtest.h>

#include <fstream>

#include "support/documents.h"
#include "support/fifo_posix.h"
#include "support/temporary_directory.h"

namespace carpool {
namespace {

using testing::TemporaryDirectory;

ClassHistory latest(std::int64_t wall_ns, const std::string& run, std::int64_t methods = 10) {
  return {.wall_ns = wall_ns, .methods = methods, .last_run = run};
}

void write(const std::filesystem::path& file, std::string_view text) {
  std::ofstream(file, std::ios::binary) << text;
}

TEST(History, IsReadBackAsWritten) {
  const TemporaryDirectory results;
  History history;
  history.note("core", "C/\xff", latest(1'000, "run1"));
  history.note("core", "D", {.red = true, .wall_ns = 7, .methods = 2, .last_run = "run1"});
  ASSERT_TRUE(write_history(history, results.path()));
  testing::keep_document(results.path() / "history.json");
  const History read = read_history(results.path());
  ASSERT_EQ(read.classes().size(), 2u);
  EXPECT_TRUE(read.find("core", "D")->red);
  EXPECT_EQ(read.find("core", "D")->wall_ns, 7);
  EXPECT_EQ(read.find("core", "D")->methods, 2);
  EXPECT_EQ(read.find("core", "D")->runs, 1);
  EXPECT_EQ(read.find("core", "D")->last_run, "run1");
  EXPECT_EQ(read.find("core", "none"), nullptr);
}

TEST(History, KeepsNobodyWaitingAndTakesThePlaceOfWhatIsNoFile) {
  const TemporaryDirectory results;
  testing::make_fifo(results.path() / "history.json");
  EXPECT_TRUE(read_history(results.path()).classes().empty());
  History history;
  history.note("core", "C", latest(1'000, "run1"));
  ASSERT_TRUE(write_history(history, results.path()));
  EXPECT_EQ(read_history(results.path()).classes().size(), 1u);
}

TEST(History, AveragesTheLastRuns) {
  History history;
  history.note("t", "C", latest(100, "run1"));
  history.note("t", "C", latest(200, "run2"));
  EXPECT_EQ(history.find("t", "C")->wall_ns, 150);
  for (int run = 3; run < 40; ++run)
    history.note("t", "C", latest(1'000, "run" + std::to_string(run)));
  EXPECT_GT(history.find("t", "C")->wall_ns, 950);
}

TEST(History, CountsARunOnce) {
  History history;
  history.note("t", "C", latest(100, "run1"));
  history.note("t", "C", latest(900, "run1"));
  EXPECT_EQ(history.find("t", "C")->wall_ns, 100);
}

TEST(History, LearnsNoDurationFromAFewOfTheMethods) {
  History history;
  history.note("t", "C", latest(1'000, "run1", 10));
  history.note("t", "C", {.red = true, .wall_ns = 1, .methods = 1, .last_run = "run2"});
  EXPECT_EQ(history.find("t", "C")->wall_ns, 1'000);
  EXPECT_TRUE(history.find("t", "C")->red);
}

TEST(History, ForgetsClassesThatAreGone) {
  History history;
  history.note("t", "old", latest(1, "20260101T000000Z-1"));
  history.note("t", "new", latest(1, "20261201T000000Z-1"));
  history.forget_before("20260901T000000Z");
  EXPECT_EQ(history.find("t", "old"), nullptr);
  EXPECT_NE(history.find("t", "new"), nullptr);
}

TEST(History, StartsOverWithoutAUsableFile) {
  const TemporaryDirectory results;
  EXPECT_TRUE(read_history(results.path()).classes().empty());
  const auto file = results.path() / "history.json";
  for (const char* text : {"", "{", "[]", "{}", R"({"schema":"carpool/history/v2","classes":[]})",
                           R"({"schema":"carpool/history/v1","classes":[{"target":"t"}]})",
                           R"({"schema":7,"classes":[]})", "\xff\xfe"}) {
    write(file, text);
    EXPECT_TRUE(read_history(results.path()).classes().empty()) << text;
  }
}

}  // namespace
}  // namespace carpool
