#include "base/unfinished_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "support/temporary_directory.h"

namespace carpool {
namespace {

using testing::TemporaryDirectory;

std::string content_of(const std::filesystem::path& file) {
  std::ifstream input(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(input), std::istreambuf_iterator<char>()};
}

TEST(UnfinishedFile, AppearsWholeOrNotAtAll) {
  const TemporaryDirectory directory;
  const auto place = directory.path() / "new" / "a b.json";
  UnfinishedFile file(place);
  file.write("one ");
  EXPECT_FALSE(std::filesystem::exists(place));
  file.write("two");
  ASSERT_TRUE(file.publish());
  EXPECT_EQ(content_of(place), "one two");
}

TEST(UnfinishedFile, ReplacesWhatWasThere) {
  const TemporaryDirectory directory;
  const auto place = directory.path() / "a.json";
  std::ofstream(place) << "old and longer";
  UnfinishedFile file(place);
  file.write("new");
  ASSERT_TRUE(file.publish());
  EXPECT_EQ(content_of(place), "new");
}

TEST(UnfinishedFile, LeavesNoTraceUnpublished) {
  const TemporaryDirectory directory;
  {
    UnfinishedFile file(directory.path() / "a.json");
    file.write("x");
  }
  EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
}

TEST(UnfinishedFile, NamesThePlaceThatCannotBeWritten) {
  const TemporaryDirectory directory;
  std::ofstream(directory.path() / "file") << "x";
  UnfinishedFile file(directory.path() / "file" / "a.json");
  file.write("x");
  const auto published = file.publish();
  ASSERT_FALSE(published);
  EXPECT_NE(published.error().message.find("cannot write " +
                                           (directory.path() / "file" / "a.json").string()),
            std::string::npos);
}

TEST(UnfinishedFile, FollowsALinkToTheFileItLeadsTo) {
  const TemporaryDirectory directory;
  const auto target = directory.path() / "target.json";
  const auto link = directory.path() / "latest.json";
  std::ofstream(target) << "old";
  std::filesystem::create_symlink("target.json", link);
  UnfinishedFile file(link);
  file.write("new");
  ASSERT_TRUE(file.publish());
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(content_of(target), "new");
}

TEST(UnfinishedFile, TakesNoDirectorysAndNoDevicesPlace) {
  const TemporaryDirectory directory;
  const auto link = directory.path() / "null";
  std::filesystem::create_symlink("/dev/null", link);
  for (const std::filesystem::path& place : {directory.path(), link}) {
    UnfinishedFile file(place);
    file.write("x");
    const auto published = file.publish();
    ASSERT_FALSE(published) << place;
    EXPECT_NE(published.error().message.find("it is there and is not a regular file"),
              std::string::npos)
        << published.error().message;
  }
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_TRUE(std::filesystem::is_character_file(link));
}

}  // namespace
}  // namespace carpool
