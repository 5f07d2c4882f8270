#include "plain/printed_output.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

class PrintedOutputTest : public ::testing::Test {
 protected:
  std::string live_;
  PrintedOutput output_{[this](std::string_view bytes) { live_ += bytes; }};
};

constexpr char kTwo[] =
    "Running main()\n[----------] 2 tests from A\n"
    "[ RUN      ] A.One\none\nmore[ no mark\n[       OK ] A.One (0 ms)\n"
    "[ RUN      ] A.Two/0\ntwo\n[  FAILED  ] A.Two/0, where GetParam() = 3 (1 ms)\n"
    "[----------] Global test environment tear-down\n";

TEST_F(PrintedOutputTest, GivesEachTestItsOwn) {
  output_.feed(kTwo);
  EXPECT_EQ(output_.take("A.One").text, "one\nmore[ no mark\n");
  EXPECT_EQ(output_.take("A.Two/0").text, "two\n");
  EXPECT_EQ(output_.take("A.Two/0").text, "");
  EXPECT_EQ(output_.take_outside().text,
            "Running main()\n[----------] 2 tests from A\n"
            "[----------] Global test environment tear-down\n");
  EXPECT_EQ(live_, "one\nmore[ no mark\ntwo\n");
}

TEST_F(PrintedOutputTest, DoesSoWhereverItIsCut) {
  for (const char byte : std::string_view(kTwo)) output_.feed(std::string_view(&byte, 1));
  EXPECT_EQ(output_.take("A.One").text, "one\nmore[ no mark\n");
  EXPECT_EQ(output_.take("A.Two/0").text, "two\n");
}

TEST_F(PrintedOutputTest, KeepsWhatATestPrintedBeforeItDied) {
  output_.feed("[ RUN      ] A.One\nlast words\n[ part of a line");
  EXPECT_EQ(output_.take_current().text, "last words\n[ part of a line");
}

TEST_F(PrintedOutputTest, TakesTheLinesOfAnotherTestForText) {
  output_.feed(
      "[ RUN      ] A.One\n[       OK ] A.Other (0 ms)\n[ RUN      ] A.Fake\n"
      "[  SKIPPED ] A.One (0 ms)\n");
  EXPECT_EQ(output_.take("A.One").text, "[       OK ] A.Other (0 ms)\n[ RUN      ] A.Fake\n");
}

TEST_F(PrintedOutputTest, HoldsALineWithoutAnEndInBoundedMemory) {
  output_.feed("[ RUN      ] A.One\n[");
  for (int i = 0; i < 100; ++i) output_.feed(std::string(100'000, 'x'));
  output_.feed("\n[       OK ] A.One (0 ms)\n");
  const CapturedOutput taken = output_.take("A.One");
  EXPECT_TRUE(taken.truncated);
  EXPECT_EQ(taken.total_bytes, 10'000'002u);
}

}  // namespace
}  // namespace carpool
