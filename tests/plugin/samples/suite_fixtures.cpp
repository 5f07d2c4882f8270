// Classes whose set-up and tear-down do more than pass.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>

namespace {

class Counts : public testing::Test {
 protected:
  static void SetUpTestSuite() { std::printf("set up %d\n", ++set_ups); }
  static void TearDownTestSuite() { std::printf("torn down %d\n", set_ups); }
  static int set_ups;
};
int Counts::set_ups = 0;

class FailsInSetUp : public testing::Test {
 protected:
  static void SetUpTestSuite() { FAIL() << "no database"; }
  static void TearDownTestSuite() { std::printf("torn down all the same\n"); }
};

class SkipsInSetUp : public testing::Test {
 protected:
  static void SetUpTestSuite() { GTEST_SKIP() << "no device"; }
};

class FailsInTearDown : public testing::Test {
 protected:
  static void TearDownTestSuite() { ADD_FAILURE() << "still open"; }
};

}  // namespace

TEST_F(Counts, One) { EXPECT_EQ(set_ups, 1); }
TEST_F(Counts, Two) { EXPECT_EQ(set_ups, 1); }
TEST_F(Counts, Three) { EXPECT_EQ(set_ups, 1); }
TEST_F(FailsInSetUp, One) {}
TEST_F(FailsInSetUp, Two) {}
TEST_F(SkipsInSetUp, One) {}
TEST_F(FailsInTearDown, One) {}

TEST(Prints, Plainly) { std::printf("one\n"); }
TEST(Prints, WithoutLineEnd) { std::printf("two"); }
TEST(Prints, ToTheDescriptor) {
  std::printf("three ");
  std::fflush(stdout);
  EXPECT_EQ(write(1, "four", 4), 4);
}
TEST(Prints, Nothing) {}
TEST(Prints, AForgedMark) {
  const char mark[] = "\0carpool-mark 00000000000000000000000000000000 3\n";
  std::fwrite(mark, 1, sizeof mark - 1, stdout);
}
