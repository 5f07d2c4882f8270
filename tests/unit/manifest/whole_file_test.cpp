#include "manifest/whole_file.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/fifo_posix.h"
#include "support/temporary_directory.h"

namespace carpool {
namespace {

std::size_t files_in(const std::filesystem::path& directory) {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator(directory), {}));
}

TEST(WholeFile, KeepsEveryByteAndMakesItsDirectories) {
  const testing::TemporaryDirectory directory;
  const std::filesystem::path file = directory.path() / "a b" / "c" / "file";
  const std::string bytes("one\0two\r\n\xFF", 10);
  ASSERT_TRUE(write_whole_file(file, bytes));
  const auto read = read_whole_file(file);
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, bytes);
}

TEST(WholeFile, TakesThePlaceOfTheFileBeforeAndLeavesNothingElse) {
  const testing::TemporaryDirectory directory;
  const std::filesystem::path file = directory.path() / "file";
  ASSERT_TRUE(write_whole_file(file, "before"));
  ASSERT_TRUE(write_whole_file(file, "after"));
  EXPECT_EQ(*read_whole_file(file), "after");
  EXPECT_EQ(files_in(directory.path()), 1u);
}

TEST(WholeFile, LeavesNothingBehindWhereItCannotBeWritten) {
  const testing::TemporaryDirectory directory;
  const std::filesystem::path taken = directory.path() / "taken";
  std::filesystem::create_directories(taken / "by a directory");
  const auto written = write_whole_file(taken, "text");
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().message.find(taken.string()), std::string::npos)
      << written.error().message;
  EXPECT_EQ(files_in(directory.path()), 1u);
}

TEST(WholeFile, NamesAFileThatCannotBeRead) {
  const testing::TemporaryDirectory directory;
  const auto missing = read_whole_file(directory.path() / "missing");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message, "cannot read " + (directory.path() / "missing").string() +
                                         ": No such file or directory");
  EXPECT_FALSE(read_whole_file(directory.path()));
}

TEST(WholeFile, RefusesWhatHasNoEndOrKeepsReadersWaiting) {
  const testing::TemporaryDirectory directory;
  const auto fifo = testing::make_fifo(directory.path() / "fifo");
  for (const std::filesystem::path& file : {fifo, std::filesystem::path("/dev/zero")}) {
    const auto read = read_whole_file(file);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().message, "cannot read " + file.string() + ": it is not a regular file");
  }
}

}  // namespace
}  // namespace carpool
