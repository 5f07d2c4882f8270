#include "journal/run_directory.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "journal/process_origin_posix.h"
#include "journal/timestamp.h"
#include "support/fifo_posix.h"
#include "support/temporary_directory.h"

namespace carpool {
namespace {

using testing::TemporaryDirectory;

TEST(RunDirectory, IsSharedByEverythingUnderOneCTest) {
  const TemporaryDirectory results;
  const auto first = run_directory(results.path(), true);
  const auto second = run_directory(results.path(), true);
  ASSERT_TRUE(first) << first.error().message;
  ASSERT_TRUE(second);
  EXPECT_EQ(first->path, second->path);
  EXPECT_EQ(first->path, results.path() / "runs" / first->id);
  EXPECT_TRUE(std::filesystem::is_directory(first->path));

  const auto ctest = ctest_above();
  ASSERT_TRUE(ctest);
  EXPECT_EQ(first->id, run_id_of(*ctest));
}

// The report of the last run is the one that is shown, and the last is told by its id.
TEST(RunDirectory, IsNamedSoThatLaterRunsSortBehind) {
  constexpr std::int64_t kMillisecond_ns = 1'000'000;
  const ProcessOrigin first{
      .process_id = 9988, .started_at_ns = 1'796'172'312'120 * kMillisecond_ns, .identity = {}};
  ProcessOrigin later = first;
  later.process_id = 10'041;
  EXPECT_EQ(run_id_of(first), "20261202T004512.12Z-0009988");
  EXPECT_LT(run_id_of(first), run_id_of(later));
  EXPECT_LT(run_id_of(first), run_id_of(first, 2));
  EXPECT_LT(run_id_of(first, 9), run_id_of(first, 10));
  later.process_id = 301;  // process numbers begin anew
  later.started_at_ns += 10 * kMillisecond_ns;
  EXPECT_LT(run_id_of(first), run_id_of(later));
}

TEST(RunDirectory, IsFoundAgainAfterTheClockWasSet) {
  const TemporaryDirectory results;
  const auto first = run_directory(results.path(), true);
  ASSERT_TRUE(first);
  // The same run as it looks to entries that take the machine to have been started on another day.
  const auto moved = results.path() / "runs" / "20200101T000000Z-7";
  std::filesystem::rename(first->path, moved);
  const auto second = run_directory(results.path(), true);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->path, moved);
  EXPECT_EQ(second->id, "20200101T000000Z-7");
  EXPECT_EQ(ctest_run_directory(results.path())->path, moved);
}

TEST(RunDirectory, IsNotSharedWithACTestOfTheSameNumberInAnotherContainer) {
  const TemporaryDirectory results;
  const auto first = run_directory(results.path(), true);
  ASSERT_TRUE(first);
  std::ofstream(first->path / ".process") << "another process\n";
  const auto second = run_directory(results.path(), true);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->id, first->id + "-0002");
  EXPECT_EQ(process_of_run(first->path), "another process");
}

TEST(RunDirectory, RecordsItsProcess) {
  const TemporaryDirectory results;
  const auto own = run_directory(results.path(), false);
  ASSERT_TRUE(own);
  EXPECT_EQ(process_of_run(own->path), this_process().identity);
  EXPECT_EQ(process_of_run(results.path()), "");
}

TEST(RunDirectory, KeepsNobodyWaitingForItsProcess) {
  const TemporaryDirectory run;
  testing::make_fifo(run.path() / ".process");
  EXPECT_EQ(process_of_run(run.path()), "");
}

TEST(RunDirectory, IsEachRunsOwnOutsideOfCTest) {
  const TemporaryDirectory results;
  const auto first = run_directory(results.path(), false);
  const auto second = run_directory(results.path(), false);
  ASSERT_TRUE(first) << first.error().message;
  ASSERT_TRUE(second);
  EXPECT_NE(first->id, second->id);
  EXPECT_TRUE(std::filesystem::is_directory(second->path));
}

TEST(RunDirectory, GivesEachTaskToWhoeverAsksFirst) {
  const TemporaryDirectory results;
  const auto run = run_directory(results.path(), false);
  ASSERT_TRUE(run);
  EXPECT_TRUE(claim(*run, "one"));
  EXPECT_TRUE(claim(*run, "other"));
  EXPECT_FALSE(claim(*run, "one"));
}

TEST(RunDirectory, CanBeNamedWithoutBeingCreated) {
  const TemporaryDirectory results;
  const auto directory = ctest_run_directory(results.path());
  ASSERT_TRUE(directory);
  EXPECT_FALSE(std::filesystem::exists(directory->path));
}

TEST(RunDirectory, DescribesTheHost) {
  const RunStarted record = describe_run("id", "0.1.0", {"carpool", "run"});
  EXPECT_EQ(record.run_id, "id");
  EXPECT_GT(record.host_cores, 0);
  EXPECT_FALSE(record.host_name.empty());
  EXPECT_NE(record.host_system.find(' '), std::string::npos);
  EXPECT_TRUE(unix_time_from_rfc3339(record.started_at));
}

TEST(ProcessOrigin, StaysTheSameAndIsNobodyElses) {
  const ProcessOrigin origin = this_process();
  EXPECT_EQ(origin, this_process());
  EXPECT_EQ(process_origin(origin.process_id), origin);
  EXPECT_FALSE(process_origin(999'999'999));
  // A process that started at least a day in the future would be read wrongly.
  EXPECT_LT(origin.started_at_ns, unix_time_ns() + 86'400'000'000'000);
}

// Which has adopted the orphans of every ctest that died, unless the ctest is the container's init.
TEST(ProcessOrigin, OfARunIsNotInit) {
  std::string name;
  std::getline(std::ifstream("/proc/1/comm"), name);
  const auto of_init = instead_of_ctest(1);
  ASSERT_TRUE(of_init);
  EXPECT_EQ(of_init->process_id, name.starts_with("ctest") ? 1 : this_process().process_id);
  EXPECT_EQ(instead_of_ctest(this_process().process_id), this_process());
  EXPECT_FALSE(instead_of_ctest(999'999'999));
}

TEST(Timestamp, IsRfc3339InUtc) {
  EXPECT_EQ(rfc3339(0), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(rfc3339(1'796'172'312'123'999'999), "2026-12-02T00:45:12.123Z");
  EXPECT_EQ(compact_timestamp(1'796'172'312'999'000'000), "20261202T004512.99Z");
  EXPECT_EQ(unix_time_from_rfc3339("2026-12-02T00:45:12.123Z"), 1'796'172'312'123'000'000);
  EXPECT_FALSE(unix_time_from_rfc3339("2026-12-02T00:45:12.123"));
  EXPECT_FALSE(unix_time_from_rfc3339("2026-13-02T00:45:12.123Z"));
  EXPECT_FALSE(unix_time_from_rfc3339("yesterday"));
}

}  // namespace
}  // namespace carpool
