// One class for each way in which a run can end.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

#include <gtest/gtest.h>

TEST(Calm, Adds) { EXPECT_EQ(1 + 1, 2); }
TEST(Calm, TakesItsTime) { std::this_thread::sleep_for(std::chrono::milliseconds(5)); }
TEST(Calm, Skips) { GTEST_SKIP() << "no network"; }
TEST(Calm, DISABLED_Sleeps) {}

TEST(Red, Fails) {
  std::puts("about to fail");
  EXPECT_EQ(1 + 1, 3) << "it should";
}
TEST(Red, Crashes) { std::abort(); }
TEST(Red, Exits) { std::exit(0); }
TEST(Red, PrintsAnything) {
  const char output[] = "\x1b[31m<script>alert(1)</script> ]]> | ` \xff \0 end\n";
  std::fwrite(output, 1, sizeof output - 1, stdout);
  FAIL() << "</failure><script>alert(2)</script>";
}

// Fails in its first process only.
TEST(Flaky, PassesTheSecondTime) {
  const bool tried = std::ifstream("tried").good();
  std::ofstream("tried") << "x";
  EXPECT_TRUE(tried);
}

class SetUpFails : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { FAIL() << "no database"; }
};
TEST_F(SetUpFails, IsNotRun) {}

class TearDownFails : public ::testing::Test {
 protected:
  static void TearDownTestSuite() { ADD_FAILURE() << "left a file behind"; }
};
TEST_F(TearDownFails, Passes) {}

// Names that markup, tables and lists are made of.
struct Odd : ::testing::Test {
  void TestBody() override {}
};
const bool registered = [] {
  const std::string names[] = {"<b>&\"'`|;]]>@you#1", "two\nlines", std::string(5000, 'x')};
  for (const std::string& name : names) {
    ::testing::RegisterTest("Odd", name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                            []() -> Odd* { return new Odd; });
  }
  return true;
}();
