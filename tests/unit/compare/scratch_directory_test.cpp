#include "compare/scratch_directory.h"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>

#include "support/temporary_directory.h"

namespace carpool {
namespace {

class ScratchDirectoryTest : public ::testing::Test {
 protected:
  // The folder that this process would make, as if another one had made it: `part` of its name
  // (1 where, 2 process, 3 ticks) is replaced.
  std::filesystem::path of_another(int part, const std::string& text) {
    std::string name;
    {
      const auto own = ScratchDirectory::create(parent_.path());
      EXPECT_TRUE(own);
      name = own->path().filename().string();
    }
    std::size_t begin = 0;
    for (int passed = 0; passed < part; ++passed) begin = name.find('-', begin) + 1;
    name.replace(begin, name.find('-', begin) - begin, text);
    std::filesystem::create_directories(parent_.path() / name / "with" / "content");
    return parent_.path() / name;
  }

  // Whether a folder is still there after a new one was made.
  bool survives(const std::filesystem::path& folder) {
    const auto next = ScratchDirectory::create(parent_.path());
    EXPECT_TRUE(next);
    return std::filesystem::exists(folder);
  }

  testing::TemporaryDirectory parent_;
};

TEST_F(ScratchDirectoryTest, RemovesThoseOfProcessesThatAreGone) {
  EXPECT_FALSE(survives(of_another(2, "999999999999")));  // no process has that number
  EXPECT_FALSE(survives(of_another(3, "1")));             // another process had this one's
}

TEST_F(ScratchDirectoryTest, LeavesThoseOfLivingProcessesAlone) {
  const auto first = ScratchDirectory::create(parent_.path());
  ASSERT_TRUE(first);
  EXPECT_TRUE(survives(first->path()));
}

TEST_F(ScratchDirectoryTest, LeavesThoseOfOtherMachinesAloneForAWeek) {
  const std::filesystem::path folder = of_another(1, "123");
  EXPECT_TRUE(survives(folder));
  std::filesystem::last_write_time(
      folder, std::filesystem::file_time_type::clock::now() - std::chrono::hours(24 * 7 + 1));
  EXPECT_FALSE(survives(folder));
}

TEST_F(ScratchDirectoryTest, LeavesAloneWhatHasAnotherName) {
  for (const char* const name :
       {"comparison.json", "comparison-17", "runs", "comparison-a-b-c-d"}) {
    std::filesystem::create_directories(parent_.path() / name);
    EXPECT_TRUE(survives(parent_.path() / name)) << name;
  }
}

}  // namespace
}  // namespace carpool
