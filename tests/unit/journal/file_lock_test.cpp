#include "journal/file_lock_posix.h"

#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <thread>
#include <utility>
#include <vector>

#include "support/temporary_directory.h"

namespace carpool {
namespace {

using testing::TemporaryDirectory;

TEST(FileLock, OfResultsIsHadByOneAtATime) {
  const TemporaryDirectory results;
  auto first = lock_results(results.path(), std::chrono::milliseconds(0));
  ASSERT_TRUE(first);
  const auto second = lock_results(results.path(), std::chrono::milliseconds(0));
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find((results.path() / ".lock").string()), std::string::npos);
  { const FileLock released = std::move(*first); }
  EXPECT_TRUE(lock_results(results.path(), std::chrono::milliseconds(0)));
  EXPECT_TRUE(std::filesystem::exists(results.path() / ".lock"));
}

TEST(FileLock, NamesADirectoryThatCannotBeWritten) {
  const TemporaryDirectory directory;
  std::ofstream(directory.path() / "file") << "x";
  const auto lock = lock_results(directory.path() / "file", std::chrono::milliseconds(0));
  ASSERT_FALSE(lock);
  EXPECT_NE(lock.error().message.find((directory.path() / "file").string()), std::string::npos);
}

TEST(FileLock, LeavesNoFileWhereAsked) {
  const TemporaryDirectory directory;
  const auto file = directory.path() / "new" / ".lock";
  {
    const auto lock =
        FileLock::acquire(file, std::chrono::milliseconds(0), FileLock::File::kGoesWithTheLock);
    ASSERT_TRUE(lock);
    EXPECT_FALSE(FileLock::acquire(file, std::chrono::milliseconds(0)));
  }
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(FileLock, IsHadByOneAtATimeAlsoWhereItsFileGoes) {
  const TemporaryDirectory directory;
  std::atomic<int> holders = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&] {
      for (int turn = 0; turn < 25; ++turn) {
        const auto lock = FileLock::acquire(directory.path() / ".lock", std::chrono::minutes(5),
                                            FileLock::File::kGoesWithTheLock);
        ASSERT_TRUE(lock) << lock.error().message;
        EXPECT_EQ(++holders, 1);
        std::this_thread::yield();
        --holders;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
}

}  // namespace
}  // namespace carpool
