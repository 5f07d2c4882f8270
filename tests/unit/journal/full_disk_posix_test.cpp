#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "journal/journal.h"
#include "support/documents.h"
#include "support/temporary_directory.h"

namespace carpool {
namespace {

using testing::TemporaryDirectory;

// Lets files grow to a number of bytes and no further, as a full disk does: the write that crosses
// the limit is cut short, the next one fails.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &old_limit_);
    const rlimit limit{.rlim_cur = bytes, .rlim_max = old_limit_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &old_limit_);
    std::signal(SIGXFSZ, old_handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit old_limit_{};
  void (*old_handler_)(int);
};

MethodFinished passed(const std::string& name) {
  return {.target = "core", .class_name = "C", .method = name, .status = MethodStatus::kPassed};
}

// A journal with one method flushed before, three appended behind a limit that falls into the third
// line.
struct CutJournal {
  explicit CutJournal(const std::filesystem::path& directory)
      : journal(std::move(*Journal::create(directory, "full"))) {
    journal.append(RunStarted{.run_id = "x", .started_at = "2026-12-02T00:45:12.123Z"}, 0);
    journal.append(passed("first"), 1);
    EXPECT_TRUE(journal.flush());
    const auto size = std::filesystem::file_size(journal.file());
    const auto line = size / 2 + 20;  // about one line and a part of the next
    limit.emplace(size + line);
    for (const char* name : {"second", "third", "fourth"}) journal.append(passed(name), 2);
    flushed = journal.flush();
  }
  Journal journal;
  std::optional<FileSizeLimit> limit;
  Result<void> flushed;
};

TEST(FullDisk, IsAnErrorThatNamesTheFile) {
  const TemporaryDirectory directory;
  const CutJournal cut(directory.path());
  ASSERT_FALSE(cut.flushed);
  EXPECT_NE(cut.flushed.error().message.find("cannot write " + cut.journal.file().string() + ": "),
            std::string::npos)
      << cut.flushed.error().message;
}

TEST(FullDisk, LeavesOnlyWholeLines) {
  const TemporaryDirectory directory;
  const CutJournal cut(directory.path());
  std::ifstream input(cut.journal.file(), std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(input), std::istreambuf_iterator<char>()};
  EXPECT_EQ(text.back(), '\n');
  const auto entries = read_journal(cut.journal.file());
  ASSERT_TRUE(entries) << entries.error().message;
  testing::keep_document(cut.journal.file());
  ASSERT_EQ(entries->size(), 3u);
  EXPECT_EQ(std::get<MethodFinished>(entries->back().record).method, "second");
}

TEST(FullDisk, IsToldByEveryLaterFlushAndLeavesNoHoleInTheFile) {
  const TemporaryDirectory directory;
  CutJournal cut(directory.path());
  cut.limit.reset();  // room again
  const auto size = std::filesystem::file_size(cut.journal.file());
  cut.journal.append(passed("fifth"), 3);
  const auto flushed = cut.journal.flush();
  ASSERT_FALSE(flushed);
  EXPECT_EQ(flushed.error().message, cut.flushed.error().message);
  EXPECT_EQ(std::filesystem::file_size(cut.journal.file()), size);
}

}  // namespace
}  // namespace carpool
