#include "journal/history.h"

#include <gtest/gtest.h>

#include <fstream>

#include "support/documents.h"
#include "support/fifo_posix.h"
#include "support/temporary_directory.h"

namespace carpool {
namespace {

using testing::TemporaryDirectory;

ClassRunSeen latest(std::int64_t wall_ns, const std::string& run, std::int64_t methods = 10) {
  return {.wall_ns = wall_ns, .methods = methods, .planned = methods, .run = run};
}

void write(const std::filesystem::path& file, std::string_view text) {
  std::ofstream(file, std::ios::binary) << text;
}

TEST(History, IsReadBackAsWritten) {
  const TemporaryDirectory results;
  History history;
  history.note("core", "C/\xff", latest(1'000, "run1"));
  history.note("core", "D", {.red = true, .wall_ns = 7, .methods = 2, .planned = 2, .run = "run1"});
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
  history.note("t", "C", {.red = true, .wall_ns = 1, .methods = 1, .planned = 1, .run = "run2"});
  EXPECT_EQ(history.find("t", "C")->wall_ns, 1'000);
  EXPECT_TRUE(history.find("t", "C")->red);
}

TEST(History, BeginsAnewWhereAClassStaysSmaller) {
  History history;
  for (int run = 0; run < 5; ++run) history.note("t", "C", latest(1'000, std::to_string(run), 10));
  history.note("t", "C", latest(40, "5", 4));
  history.note("t", "C", latest(40, "6", 4));
  history.note("t", "C", latest(40, "6", 4));  // the same run again
  EXPECT_EQ(history.find("t", "C")->wall_ns, 1'000) << "a person may have picked these methods";
  EXPECT_EQ(history.find("t", "C")->methods, 10);
  history.note("t", "C", latest(40, "7", 4));
  EXPECT_EQ(history.find("t", "C")->wall_ns, 40);
  EXPECT_EQ(history.find("t", "C")->methods, 4);
  EXPECT_EQ(history.find("t", "C")->runs, 1);
}

TEST(History, CountsRunsOfFewerMethodsInARowOnly) {
  History history;
  for (int run = 0; run < 12; ++run) {
    history.note("t", "C", latest(1'000, "full" + std::to_string(run), 10));
    history.note("t", "C", latest(1, "one" + std::to_string(run), 1));
    history.note("t", "C", latest(1, "other" + std::to_string(run), 1));
  }
  EXPECT_EQ(history.find("t", "C")->wall_ns, 1'000);
}

TEST(History, BeginsAnewWhereAClassHasMoreThanDoubled) {
  History history;
  for (int run = 0; run < 5; ++run) history.note("t", "C", latest(10, std::to_string(run), 1));
  history.note("t", "C", latest(1'000, "5", 10));
  EXPECT_EQ(history.find("t", "C")->wall_ns, 1'000);
  EXPECT_EQ(history.find("t", "C")->runs, 1);
}

TEST(History, LearnsNothingFromRunsThatWereCutShort) {
  History history;
  history.note("t", "C", latest(1'000, "run", 10));
  for (int run = 0; run < 9; ++run) {
    const std::string id = "run" + std::to_string(run);
    history.note("t", "C", {.wall_ns = 1, .methods = 4, .planned = 10, .run = id});
  }
  EXPECT_EQ(history.find("t", "C")->wall_ns, 1'000);
  EXPECT_EQ(history.find("t", "C")->methods, 10);
}

TEST(History, RemembersHowManyRunsWereOfFewerMethods) {
  const TemporaryDirectory results;
  History history;
  history.note("t", "C", latest(1'000, "run0", 10));
  for (int run = 1; run <= 3; ++run) {
    history.note("t", "C", latest(40, "run" + std::to_string(run), 4));
    ASSERT_TRUE(write_history(history, results.path()));
    if (run < 3) testing::keep_document(results.path() / "history.json");
    history = read_history(results.path());
  }
  EXPECT_EQ(history.find("t", "C")->wall_ns, 40);
}

TEST(History, ForgetsClassesThatAreGone) {
  History history;
  history.note("t", "old", latest(1, "20260101T000000Z-1"));
  history.note("t", "new", latest(1, "20261201T000000Z-1"));
  history.forget_before("20260901T000000Z");
  EXPECT_EQ(history.find("t", "old"), nullptr);
  EXPECT_NE(history.find("t", "new"), nullptr);
}

TEST(History, StartsOverWithNumbersThatNoRunCanHaveGiven) {
  const TemporaryDirectory results;
  const auto read_with = [&](const std::string& wall_ns, const std::string& methods,
                             const std::string& runs) {
    write(results.path() / "history.json",
          R"({"schema":"carpool/history/v1","classes":[{"target":"t","class":"C","red":false,)"
          R"("last_run":"run1","wall_ns":)" +
              wall_ns + R"(,"methods":)" + methods + R"(,"runs":)" + runs + "}]}");
    return read_history(results.path()).classes().size();
  };
  EXPECT_EQ(read_with("1000", "10", "5"), 1u);
  EXPECT_EQ(read_with("1000", "10", "-1"), 0u);  // the next run would be divided by 0
  EXPECT_EQ(read_with("1000", "10", "2147483647"), 0u);
  EXPECT_EQ(read_with("1000", "-10", "5"), 0u);
  EXPECT_EQ(read_with("-1", "10", "5"), 0u);
  EXPECT_EQ(read_with("9223372036854775807", "10", "5"), 0u);
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
