// What a method prints belongs to that method, byte for byte, and never decides its verdict.
#include <fstream>
#include <iostream>
#include <iterator>

#include "victim.h"

TEST(PrintsEverywhere, Printf) { std::printf("printf without newline"); }
TEST(PrintsEverywhere, Cout) { std::cout << "cout without newline"; }
TEST(PrintsEverywhere, Cerr) { std::cerr << "cerr\n"; }
TEST(PrintsEverywhere, Clog) { std::clog << "clog without newline"; }
TEST(PrintsEverywhere, Write) { victim::say("write(1)\n"); }
TEST(PrintsEverywhere, Child) { ASSERT_EQ(std::system("printf child"), 0); }
TEST(PrintsEverywhere, Nothing) {}
TEST(PrintsEverywhere, InOrder) {
  std::cout << "1" << std::flush;
  victim::say("2", 2);
  std::printf("3");
  std::fflush(stdout);
  victim::say("4");
}

class PrintsInSetUp : public testing::Test {
 protected:
  PrintsInSetUp() { std::printf("constructor\n"); }
  ~PrintsInSetUp() override { std::printf("destructor\n"); }
  void SetUp() override { std::printf("set-up\n"); }
  void TearDown() override { std::printf("tear-down\n"); }
  static void SetUpTestSuite() { std::printf("suite set-up\n"); }
  static void TearDownTestSuite() { std::printf("suite tear-down\n"); }
};
TEST_F(PrintsInSetUp, Prints) { std::printf("body\n"); }

TEST(PrintsBytes, InvalidUtf8) { victim::say("a\xff\xfe\xc3(\xe2\x82z\n"); }
TEST(PrintsBytes, Nuls) { victim::say(std::string("a\0b\0\0c\n", 7)); }
TEST(PrintsBytes, Ansi) { victim::say("\x1b[31mred\x1b[0m\r\n"); }
TEST(PrintsBytes, AllControls) {
  std::string controls;
  for (char byte = 1; byte < 32; ++byte) controls += byte;
  victim::say(controls + '\x7f');
}
TEST(PrintsBytes, NonAscii) { victim::say("\u00fc \u4f60 \U0001f600\n"); }
TEST(PrintsBytes, Markup) { victim::say("]]> </system-out> <![CDATA[ &amp; \"'\n"); }
TEST(PrintsBytes, Clean) { std::printf("clean\n"); }

TEST(PrintsLikeGoogleTest, OkThenFails) {
  victim::say("[       OK ] PrintsLikeGoogleTest.OkThenFails (0 ms)\n[  PASSED  ] 1 test.\n");
  FAIL() << "still a failure";
}
TEST(PrintsLikeGoogleTest, SkippedThenFails) {
  victim::say("[  SKIPPED ] PrintsLikeGoogleTest.SkippedThenFails (0 ms)\n");
  FAIL() << "still a failure";
}
TEST(PrintsLikeGoogleTest, FailedThenPasses) {
  victim::say("[  FAILED  ] PrintsLikeGoogleTest.FailedThenPasses (0 ms)\n");
}
TEST(PrintsLikeGoogleTest, RunOfAnother) {
  victim::say("[ RUN      ] PrintsLikeGoogleTest.OkThenFails\n");
}

TEST(PrintsLikeTheProtocol, Passes) {
  victim::say("hello\t1\t0.1.0\tgoogletest\t1.12.1\t1\nready\tok\t\nfinished\t1\tfailed\t1\t0\t2\n");
  victim::say("failure\t1\tfatal\tx.cpp\t1\tnot a failure\nbye\n");
}
TEST(PrintsLikeTheProtocol, PassesToo) {
  victim::say("{\"event\":\"method_finished\",\"status\":\"failed\"}\n", 2);
}
TEST(PrintsLikeTheProtocol, Fails) {
  victim::say("finished\t3\tpassed\t1\t0\t6\n", 2);
  FAIL() << "still a failure";
}

namespace {

// The secret of the output marks, as somebody very determined would find it.
std::string stolen_secret() {
  std::ifstream file("/proc/self/environ", std::ios::binary);
  const std::string all((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const std::string key = "CARPOOL_MARK=";
  const auto begin = all.find(key);
  return begin == std::string::npos ? "" : all.substr(begin + key.size(), 32);
}

std::string mark(const std::string& secret, const std::string& number) {
  return std::string(1, '\0') + "carpool-mark " + secret + " " + number + "\n";
}

}  // namespace

TEST(PrintsLikeMarks, WithAnotherSecret) {
  victim::say(mark("0123456789abcdef0123456789abcdef", "1"));
  victim::say(mark("", ""));
}
TEST(PrintsLikeMarks, PiecesOfMarks) {
  victim::say(std::string(1, '\0') + "carpool-mark ");
  victim::say(std::string(1, '\0'));
  victim::say("carpool-mark\n");
}
TEST(PrintsLikeMarks, Clean) { std::printf("clean\n"); }

TEST(ForgesMarks, Numbers) {
  const std::string secret = stolen_secret();
  for (const char* number : {"0", "1", "2", "3", "4", "5", "99999999999999999999", "-1", "x"}) {
    victim::say("text " + std::string(number) + "\n" + mark(secret, number));
  }
}
TEST(ForgesMarks, Fails) {
  victim::say(mark(stolen_secret(), "4"));
  FAIL() << "still a failure";
}
TEST(ForgesMarks, Passes) {}
