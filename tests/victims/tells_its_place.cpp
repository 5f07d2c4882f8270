// Each method tells where it runs: a line in the file "told" of the scratch folder, with its
// process, directory and some variables. Methods that meet, exclude or wait for each other show
// what runs at once.
#include <fcntl.h>

#include <fstream>

#include "victim.h"

namespace {

std::string own_name() {
  const auto* running = testing::UnitTest::GetInstance()->current_test_info();
  return std::string(running->test_suite_name()) + "." + running->name();
}

// In one write, so that lines of several processes are never mixed.
void tell(const std::string& what) {
  std::string line = what + "\tprocess=" + std::to_string(::getpid()) +
                     "\tdirectory=" + std::filesystem::current_path().string();
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string variable = *entry;
    for (const char* prefix : {"TOLD_", "CTEST_RESOURCE_GROUP_", "RANK=", "WORLD_SIZE="}) {
      if (variable.rfind(prefix, 0) == 0) line += "\t" + variable;
    }
  }
  const std::string file = victim::scratch() / "told";
  const int told = ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  victim::say(line + "\n", told);
  ::close(told);
}

bool await(const std::string& name, std::chrono::seconds patience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!std::filesystem::exists(victim::scratch() / name)) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

void leave_word(const std::string& name) { std::ofstream(victim::scratch() / name) << "here\n"; }

// Counts the attempts of the method that runs, over all processes of one run.
int attempt() {
  const auto file = victim::scratch() / ("attempts of " + own_name());
  int count = 0;
  std::ifstream(file) >> count;
  std::ofstream(file) << ++count;
  return count;
}

}  // namespace

TEST(Tells, One) { tell(own_name()); }
TEST(Tells, Two) { tell(own_name()); }
TEST(Tells, Three) { tell(own_name()); }
TEST(Tells, Four) { tell(own_name()); }
TEST(TellsToo, One) { tell(own_name()); }
TEST(TellsToo, Two) { tell(own_name()); }
TEST(TellsToo, DISABLED_Three) { tell(own_name()); }

TEST(Prints, Word) {
  const char* word = std::getenv("TOLD_WORD");
  std::printf("the word is <%s>\n", word != nullptr ? word : "");
}
TEST(Prints, WordAndFails) {
  std::printf("the word is <fails>\n");
  FAIL() << "all the same";
}

// Both run at once, or neither passes.
class Meets : public testing::Test {
 protected:
  static void meet(const std::string& other) {
    tell(own_name());
    leave_word(own_name());
    EXPECT_TRUE(await("Meets." + other, std::chrono::seconds(20)));
  }
};
TEST_F(Meets, One) { meet("Two"); }
TEST_F(Meets, Two) { meet("One"); }

// No two run at once, or one fails.
class Excludes : public testing::Test {
 protected:
  static void be_alone() {
    const std::string file = victim::scratch() / "occupied";
    const int place = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    ASSERT_GE(place, 0) << "somebody else is here";
    ::close(place);
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    std::filesystem::remove(file);
    tell(own_name());
  }
};
TEST_F(Excludes, One) { be_alone(); }
TEST_F(Excludes, Two) { be_alone(); }
TEST_F(Excludes, Three) { be_alone(); }
TEST_F(Excludes, Four) { be_alone(); }

TEST(Waits, First) { tell(own_name()); }
TEST(Waits, ForWord) {
  tell(own_name());
  std::printf("waiting for a word\n");
  std::fflush(stdout);
  leave_word("waiting");
  EXPECT_TRUE(await("word", std::chrono::minutes(4)));
}
TEST(Waits, Last) { tell(own_name()); }

// Never silent for as long as a client holds output back.
TEST(PrintsOn, UntilWord) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(4);
  while (!await("word", std::chrono::seconds(0)) && std::chrono::steady_clock::now() < end) {
    victim::say("still waiting\n");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

TEST(Repeated, PassesInThird) {
  tell(own_name());
  EXPECT_EQ(attempt(), 3);
}
TEST(Repeated, FailsInThird) {
  tell(own_name());
  EXPECT_NE(attempt(), 3);
}
TEST(Repeated, HangsOnce) {
  tell(own_name());
  if (attempt() == 1) victim::hang();
}
TEST(Repeated, CrashesOnce) {
  tell(own_name());
  if (attempt() == 1) victim::crash();
}

// VICTIM_MODE says how it goes wrong.
class TearsDown : public testing::Test {
 protected:
  static void TearDownTestSuite() {
    tell("tear-down");
    if (victim::mode() == "tear-down fails") ADD_FAILURE() << "could not drop the database";
    if (victim::mode() == "tear-down crashes") victim::crash();
  }
};
TEST_F(TearsDown, One) { tell(own_name()); }
TEST_F(TearsDown, Two) { tell(own_name()); }

TEST(DISABLED_Altogether, One) { FAIL() << "ran although disabled"; }
