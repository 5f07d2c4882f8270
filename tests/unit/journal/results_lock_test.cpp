#include "journal/results_lock_posix.h"

#include <gtest/gtest.h>

#include <fstream>
#include <optional>
#include <utility>

#include "support/temporary_directory.h"

namespace carpool {
namespace {

using testing::TemporaryDirectory;

TEST(ResultsLock, IsHadByOneAtATime) {
  const TemporaryDirectory results;
  auto first = ResultsLock::acquire(results.path(), std::chrono::milliseconds(0));
  ASSERT_TRUE(first);
  const auto second = ResultsLock::acquire(results.path(), std::chrono::milliseconds(0));
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find((results.path() / ".lock").string()), std::string::npos);
  { const ResultsLock released = std::move(*first); }
  EXPECT_TRUE(ResultsLock::acquire(results.path(), std::chrono::milliseconds(0)));
}

TEST(ResultsLock, NamesADirectoryThatCannotBeWritten) {
  const TemporaryDirectory directory;
  std::ofstream(directory.path() / "file") << "x";
  const auto lock = ResultsLock::acquire(directory.path() / "file", std::chrono::milliseconds(0));
  ASSERT_FALSE(lock);
  EXPECT_NE(lock.error().message.find((directory.path() / "file").string()), std::string::npos);
}

}  // namespace
}  // namespace carpool
