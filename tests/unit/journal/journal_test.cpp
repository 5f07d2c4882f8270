#include "journal/journal.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "journal/append_file_posix.h"
#include "support/documents.h"
#include "support/fifo_posix.h"
#include "support/sample_records.h"
#include "support/temporary_directory.h"

namespace carpool {
namespace {

using testing::TemporaryDirectory;

void append_to(const std::filesystem::path& file, std::string_view text) {
  std::ofstream(file, std::ios::binary | std::ios::app) << text;
}

std::string content_of(const std::filesystem::path& file) {
  std::ifstream input(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(input), std::istreambuf_iterator<char>()};
}

// The journal of all sample records, written and closed.
std::filesystem::path sample_journal(const std::filesystem::path& directory) {
  auto journal = Journal::create(directory, "sample");
  EXPECT_TRUE(journal);
  std::int64_t t_ns = 0;
  for (const Record& record : testing::full_records()) journal->append(record, t_ns++);
  EXPECT_TRUE(journal->flush());
  testing::keep_document(journal->file());
  return journal->file();
}

TEST(Journal, IsReadBackAsWritten) {
  const TemporaryDirectory directory;
  const auto entries = read_journal(sample_journal(directory.path() / "not" / "there yet"));
  ASSERT_TRUE(entries) << entries.error().message;
  ASSERT_EQ(entries->size(), testing::full_records().size());
  EXPECT_EQ(entries->back().t_ns, static_cast<std::int64_t>(entries->size()) - 1);
  EXPECT_EQ(std::get<RunFinished>(entries->back().record).exit_code, 130);
}

TEST(Journal, PutsANumberBehindANameThatIsTaken) {
  const TemporaryDirectory directory;
  const auto first = Journal::create(directory.path(), "core.A/0 x");
  const auto second = Journal::create(directory.path(), "core.A/0 x");
  ASSERT_TRUE(first);
  ASSERT_TRUE(second);
  EXPECT_EQ(first->file(), directory.path() / "journal-core.A_0_x.ndjson");
  EXPECT_EQ(second->file(), directory.path() / "journal-core.A_0_x-2.ndjson");
}

TEST(Journal, TakesNamesOfAnyLength) {
  const TemporaryDirectory directory;
  EXPECT_TRUE(Journal::create(directory.path(), std::string(5'000, 'x')));
}

TEST(Journal, WritesNothingBeforeItIsFlushed) {
  const TemporaryDirectory directory;
  auto journal = Journal::create(directory.path(), "x");
  ASSERT_TRUE(journal);
  journal->append(testing::full_records()[0], 0);
  EXPECT_EQ(content_of(journal->file()), "");
  ASSERT_TRUE(journal->flush());
  EXPECT_EQ(content_of(journal->file()).back(), '\n');
}

TEST(Journal, SaysWhichDirectoryCannotBeCreated) {
  const TemporaryDirectory directory;
  append_to(directory.path() / "file", "");
  const auto journal = Journal::create(directory.path() / "file" / "run", "x");
  ASSERT_FALSE(journal);
  EXPECT_NE(journal.error().message.find((directory.path() / "file" / "run").string()),
            std::string::npos);
}

TEST(Journal, NoticesThatItsFileWasRemovedOrReplaced) {
  const TemporaryDirectory directory;
  const auto run = directory.path() / "run";
  auto journal = Journal::create(run, "x");
  ASSERT_TRUE(journal);
  journal->append(testing::full_records()[0], 0);
  ASSERT_TRUE(journal->flush());
  EXPECT_TRUE(journal->check_in_place());

  std::filesystem::remove_all(run);
  journal->append(testing::full_records()[1], 1);
  ASSERT_TRUE(journal->flush()) << "no write fails";
  auto checked = journal->check_in_place();
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().message,
            journal->file().string() + " was removed while it was being written");

  std::filesystem::create_directories(run);
  append_to(journal->file(), "of somebody else\n");
  checked = journal->check_in_place();
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().message,
            journal->file().string() + " was replaced while it was being written");
}

TEST(Journal, IsLockedAsLongAsItsRunnerLives) {
  const TemporaryDirectory directory;
  std::filesystem::path file;
  {
    const auto journal = Journal::create(directory.path(), "x");
    ASSERT_TRUE(journal);
    file = journal->file();
    EXPECT_TRUE(is_being_appended_to(file));
  }
  EXPECT_FALSE(is_being_appended_to(file));
  EXPECT_FALSE(is_being_appended_to(directory.path() / "none"));
}

TEST(ReadJournal, LeavesATornLastLineOut) {
  const TemporaryDirectory directory;
  const auto file = sample_journal(directory.path());
  append_to(file, R"({"event":"method_finished","t_ns":1,"tar)");
  const auto entries = read_journal(file);
  ASSERT_TRUE(entries) << entries.error().message;
  EXPECT_EQ(entries->size(), testing::full_records().size());
}

TEST(ReadJournal, NamesFileAndLineOfABrokenLine) {
  const TemporaryDirectory directory;
  const auto file = sample_journal(directory.path());
  append_to(file, "{]\n");
  const auto entries = read_journal(file);
  ASSERT_FALSE(entries);
  const auto place =
      file.string() + ":" + std::to_string(testing::full_records().size() + 1) + ": ";
  EXPECT_EQ(entries.error().message.substr(0, place.size()), place);
}

TEST(ReadJournal, RefusesAnotherVersion) {
  const TemporaryDirectory directory;
  const auto file = directory.path() / "journal-x.ndjson";
  append_to(file, "{\"event\":\"run_started\",\"t_ns\":0,\"schema\":\"carpool/journal/v9\"}\n");
  const auto entries = read_journal(file);
  ASSERT_FALSE(entries);
  EXPECT_NE(entries.error().message.find("carpool/journal/v9"), std::string::npos);
}

TEST(ReadJournal, RefusesAFileThatDoesNotBeginARun) {
  const TemporaryDirectory directory;
  const auto file = directory.path() / "journal-x.ndjson";
  append_to(file,
            "{\"event\":\"run_finished\",\"t_ns\":0,\"interrupted\":false,\"exit_code\":0,\"wall_"
            "ns\":1}\n");
  EXPECT_FALSE(read_journal(file));
}

TEST(ReadJournal, RefusesWhatIsNoRegularFile) {
  const TemporaryDirectory directory;
  const auto file = testing::make_fifo(directory.path() / "journal-x.ndjson");
  EXPECT_FALSE(is_being_appended_to(file));
  const auto entries = read_journal(file);
  ASSERT_FALSE(entries);
  EXPECT_EQ(entries.error().message, "cannot read " + file.string() + ": it is not a regular file");
}

TEST(ReadJournal, TakesAnEmptyFileForAJournalWithoutLines) {
  const TemporaryDirectory directory;
  append_to(directory.path() / "journal-x.ndjson", "");
  const auto entries = read_journal(directory.path() / "journal-x.ndjson");
  ASSERT_TRUE(entries);
  EXPECT_TRUE(entries->empty());
}

TEST(JournalFiles, AreSortedAndNothingElse) {
  const TemporaryDirectory directory;
  for (const char* name :
       {"journal-b.ndjson", "journal-a.ndjson", "report.json", "journal-c.txt"}) {
    append_to(directory.path() / name, "");
  }
  const auto files = journal_files(directory.path());
  ASSERT_TRUE(files);
  EXPECT_EQ(*files, (std::vector<std::filesystem::path>{directory.path() / "journal-a.ndjson",
                                                        directory.path() / "journal-b.ndjson"}));
  EXPECT_FALSE(journal_files(directory.path() / "none"));
}

}  // namespace
}  // namespace carpool
