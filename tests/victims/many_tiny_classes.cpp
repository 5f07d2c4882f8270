// Sixty tiny classes and some troublesome ones among them, all of one worker as far as it lives.
#include <cstdlib>

#include "victim.h"

#define TINY(number) \
  TEST(Tiny##number, Passes) { std::printf("tiny " #number "\n"); }

// clang-format off
TINY(00) TINY(01) TINY(02) TINY(03) TINY(04)
TINY(05) TINY(06) TINY(07) TINY(08) TINY(09)
TINY(10) TINY(11) TINY(12) TINY(13) TINY(14)
TINY(15) TINY(16) TINY(17) TINY(18) TINY(19)
    // clang-format on

    TEST(Crashes, First) {}
TEST(Crashes, Crashes) { victim::crash(); }
TEST(Crashes, RunsNext) { victim::expect_sound_process(); }

class FailsInSetUp : public testing::Test {
 protected:
  static void SetUpTestSuite() { FAIL() << "no set-up today"; }
};
TEST_F(FailsInSetUp, First) {}

// clang-format off
TINY(20) TINY(21) TINY(22) TINY(23) TINY(24)
TINY(25) TINY(26) TINY(27) TINY(28) TINY(29)
TINY(30) TINY(31) TINY(32) TINY(33) TINY(34)
TINY(35) TINY(36) TINY(37) TINY(38) TINY(39)
    // clang-format on

    class CrashesInTearDown : public testing::Test {
 protected:
  static void TearDownTestSuite() { victim::crash(); }
};
TEST_F(CrashesInTearDown, First) { std::printf("first\n"); }

TEST(Exits, Exits) { std::exit(0); }

class HangsInSetUp : public testing::Test {
 protected:
  static void SetUpTestSuite() { victim::hang(); }
};
TEST_F(HangsInSetUp, First) {}

// clang-format off
TINY(40) TINY(41) TINY(42) TINY(43) TINY(44)
TINY(45) TINY(46) TINY(47) TINY(48) TINY(49)
TINY(50) TINY(51) TINY(52) TINY(53) TINY(54)
TINY(55) TINY(56) TINY(57) TINY(58) TINY(59)
    // clang-format on
