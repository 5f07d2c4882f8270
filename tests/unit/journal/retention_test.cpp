#include "journal/retention.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <optional>

#include "journal/journal.h"
#include "journal/process_origin_posix.h"
#include "journal/timestamp.h"
#include "support/sample_records.h"
#include "support/temporary_directory.h"

namespace carpool {
namespace {

using testing::TemporaryDirectory;

// Sets a variable for a while.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) { ::setenv(name, value, 1); }
  ~Variable() { ::unsetenv(name_); }

 private:
  const char* name_;
};

class Retention : public ::testing::Test {
 protected:
  // A run that nobody has touched for a long time. No process has such a number.
  std::filesystem::path old_run(const std::string& id) const {
    const auto run = results_.path() / "runs" / id;
    {
      auto journal = Journal::create(run, "x");
      EXPECT_TRUE(journal);
      journal->append(testing::full_records().front(), 0);
    }
    age(run);
    return run;
  }

  void age(const std::filesystem::path& run) const {
    const auto long_ago = std::filesystem::file_time_type::clock::now() - std::chrono::hours(2);
    for (const auto& entry : std::filesystem::directory_iterator(run)) {
      std::filesystem::last_write_time(entry.path(), long_ago);
    }
    std::filesystem::last_write_time(run, long_ago);
  }

  // On 2020-01-08, noon.
  std::vector<std::string> remove(const std::string& current, const RunLimits& limits) const {
    return remove_old_runs(results_.path(), current, limits, 1'578'484'800'000'000'000);
  }

  TemporaryDirectory results_;
};

std::string id(int number) { return "2020010" + std::to_string(number) + "T000000Z-999999999"; }

TEST_F(Retention, RemovesTheOldestRuns) {
  for (int number = 1; number <= 5; ++number) old_run(id(number));
  remove(id(5), {.runs = 2});
  EXPECT_EQ(runs_in(results_.path()),
            (std::vector<std::filesystem::path>{results_.path() / "runs" / id(4),
                                                results_.path() / "runs" / id(5)}));
}

TEST_F(Retention, KeepsEverythingWhereAsked) {
  for (int number = 1; number <= 5; ++number) old_run(id(number));
  remove(id(5), {.runs = 0});
  EXPECT_EQ(runs_in(results_.path()).size(), 5u);
}

TEST_F(Retention, NeverRemovesTheCurrentRunOrAYoungerOne) {
  for (int number = 1; number <= 5; ++number) old_run(id(number));
  remove(id(2), {.runs = 1});
  EXPECT_EQ(runs_in(results_.path()).size(), 4u);
  EXPECT_TRUE(std::filesystem::exists(results_.path() / "runs" / id(2)));
}

TEST_F(Retention, NeverRemovesARunWhoseJournalIsOpen) {
  const auto run = old_run(id(1));
  old_run(id(2));
  const auto open = Journal::create(run, "open");
  ASSERT_TRUE(open);
  age(run);
  EXPECT_TRUE(may_be_active(run));
  remove(id(2), {.runs = 1});
  EXPECT_TRUE(std::filesystem::exists(run));
}

TEST_F(Retention, NeverRemovesARunWhoseProcessLives) {
  const ProcessOrigin self = this_process();
  const auto run =
      old_run(compact_timestamp(self.started_at_ns) + "-" + std::to_string(self.process_id));
  EXPECT_TRUE(may_be_active(run));
  EXPECT_FALSE(may_be_active(old_run("20200101T000000Z-" + std::to_string(self.process_id))));
}

TEST_F(Retention, GoesByTheRecordedProcessRatherThanByTheTimeInTheName) {
  const ProcessOrigin self = this_process();
  const auto run = old_run("20200101T000000Z-" + std::to_string(self.process_id));
  std::ofstream(run / ".process") << self.identity << "\n";
  age(run);
  EXPECT_TRUE(may_be_active(run));
  const auto other =
      old_run(compact_timestamp(self.started_at_ns) + "-" + std::to_string(self.process_id));
  std::ofstream(other / ".process") << "another process\n";
  age(other);
  EXPECT_FALSE(may_be_active(other));
}

TEST_F(Retention, NeverRemovesARunThatChangedLately) {
  const auto run = old_run(id(1));
  EXPECT_FALSE(may_be_active(run));
  std::filesystem::last_write_time(run, std::filesystem::file_time_type::clock::now());
  EXPECT_TRUE(may_be_active(run));
}

TEST_F(Retention, TouchesOnlyWhatIsNamedLikeARun) {
  old_run(id(1));
  old_run("20200101T000000.12Z-0000005-0002");
  old_run("precious");
  std::filesystem::create_directory_symlink(results_.path(),
                                            results_.path() / "runs" / "20200102T000000Z-7");
  EXPECT_EQ(runs_in(results_.path()).size(), 2u);
  EXPECT_TRUE(runs_in(results_.path() / "none").empty());
}

TEST_F(Retention, RemovesWhatIsTooOldButNotTheCurrentRun) {
  for (int number = 1; number <= 5; ++number) old_run(id(number));
  EXPECT_EQ(remove(id(5), {.runs = 0, .days = 9}), std::vector<std::string>());
  EXPECT_EQ(remove(id(5), {.runs = 0, .days = 5}), (std::vector<std::string>{id(1), id(2), id(3)}));
  EXPECT_EQ(remove(id(5), {.runs = 0, .days = 1}), std::vector<std::string>{id(4)});
  EXPECT_EQ(runs_in(results_.path()).size(), 1u) << "the last run stays, however old it is";
  EXPECT_TRUE(remove(id(5), {.runs = 0, .days = INT64_MAX}).empty());
}

TEST_F(Retention, RemovesWhatDoesNotFitButNotTheCurrentRun) {
  for (int number = 1; number <= 4; ++number) {
    const auto run = old_run(id(number));
    std::ofstream(run / "report.json") << std::string(600'000, ' ');
    age(run);
  }
  EXPECT_EQ(remove(id(4), {.runs = 0, .megabytes = 3}), std::vector<std::string>());
  EXPECT_EQ(remove(id(4), {.runs = 0, .megabytes = 2}), std::vector<std::string>{id(1)});
  std::ofstream(results_.path() / "runs" / id(4) / "large") << std::string(2'000'000, ' ');
  EXPECT_EQ(remove(id(4), {.runs = 0, .megabytes = 1}), (std::vector<std::string>{id(2), id(3)}));
  EXPECT_EQ(runs_in(results_.path()).size(), 1u) << "the last run stays, however large it is";
}

TEST_F(Retention, NeverRemovesARunThatMayBeActiveHoweverOldOrLarge) {
  const auto run = old_run(id(1));
  old_run(id(2));
  std::ofstream(run / "report.json") << std::string(2'000'000, ' ');
  EXPECT_TRUE(remove(id(2), {.runs = 1, .days = 1, .megabytes = 1}).empty());
  EXPECT_TRUE(std::filesystem::exists(run));
}

TEST_F(Retention, LeavesNoHalfOfARunWhereItIsKilledInBetween) {
  for (int number = 1; number <= 3; ++number) old_run(id(number));
  const std::filesystem::path runs = results_.path() / "runs";
  const auto dies = [&](const std::filesystem::path& folder) {
    EXPECT_FALSE(std::filesystem::exists(runs / id(1))) << "half of it would look like all of it";
    EXPECT_TRUE(std::filesystem::exists(folder));
    return std::make_error_code(std::errc::io_error);
  };
  remove_old_runs(results_.path(), id(3), {.runs = 2}, 0, dies);
  EXPECT_EQ(runs_in(results_.path()),
            (std::vector<std::filesystem::path>{runs / id(2), runs / id(3)}));
  remove(id(3), {.runs = 2});
  const auto left = std::distance(std::filesystem::directory_iterator(runs), {});
  EXPECT_EQ(left, 2) << "the rest of it goes with the next";
}

TEST_F(Retention, SaysWhatWasRemoved) {
  EXPECT_EQ(removal_in_words({}), "");
  EXPECT_NE(removal_in_words({"a"}).find("removed 1 old run, a ("), std::string::npos);
  EXPECT_NE(removal_in_words({"a", "b", "c"}).find("removed 3 old runs, a to c ("),
            std::string::npos);
}

TEST(RunsToKeep, AreTwentyOrWhatTheEnvironmentSays) {
  for (const char* name : {"CARPOOL_KEEP_RUNS", "CARPOOL_KEEP_DAYS", "CARPOOL_KEEP_MEGABYTES"}) {
    ::unsetenv(name);
  }
  EXPECT_EQ(*runs_to_keep(), (RunLimits{.runs = 20, .days = 0, .megabytes = 0}));
  {
    const Variable three("CARPOOL_KEEP_RUNS", "3");
    const Variable days("CARPOOL_KEEP_DAYS", "90");
    const Variable megabytes("CARPOOL_KEEP_MEGABYTES", "200");
    EXPECT_EQ(*runs_to_keep(), (RunLimits{.runs = 3, .days = 90, .megabytes = 200}));
  }
  for (const char* name : {"CARPOOL_KEEP_RUNS", "CARPOOL_KEEP_DAYS", "CARPOOL_KEEP_MEGABYTES"}) {
    for (const char* wrong : {"many", "-1", "3x", "99999999999999"}) {
      const Variable set(name, wrong);
      const auto keep = runs_to_keep();
      ASSERT_FALSE(keep) << name << wrong;
      EXPECT_NE(keep.error().message.find(name), std::string::npos);
      EXPECT_NE(keep.error().message.find(wrong), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace carpool
