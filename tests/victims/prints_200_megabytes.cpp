// More output than anybody wants to keep. Memory stays bounded and the truncation is stated.
#include "victim.h"

TEST(PrintsMuch, TwoHundredMegabytes) {
  victim::say("the very beginning\n");
  std::string line(99, 'x');
  line += '\n';
  std::string block;
  for (int count = 0; count < 10'000; ++count) block += line;
  for (int count = 0; count < 200; ++count) victim::say(block);
  victim::say("the very end\n");
}
TEST(PrintsMuch, LittleAfterwards) { std::printf("little\n"); }
TEST(PrintsMuch, OneLongLine) { victim::say(std::string(20'000'000, 'y')); }
TEST(PrintsMuch, LittleInTheEnd) { std::printf("little again\n"); }
