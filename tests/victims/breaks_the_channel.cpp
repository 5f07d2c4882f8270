// Methods that lay hands on the socket between worker and runner.
#include "victim.h"

namespace {

void close_all_above_two() {
  for (int descriptor = 3; descriptor < 4096; ++descriptor) ::close(descriptor);
}

}  // namespace

TEST(ClosesDescriptors, RunsFirst) { std::printf("first\n"); }
TEST(ClosesDescriptors, Closes) {
  std::printf("closing\n");
  close_all_above_two();
}
TEST(ClosesDescriptors, RunsNext) { victim::expect_sound_process(); }

TEST(ClosesDescriptorsAndHangs, Closes) {
  close_all_above_two();
  victim::hang();
}
TEST(ClosesDescriptorsAndHangs, RunsNext) { victim::expect_sound_process(); }

TEST(WritesNonsense, Writes) {
  victim::say("all your base are belong to us\n", victim::channel());
  victim::hang();
}
TEST(WritesNonsense, RunsNext) { victim::expect_sound_process(); }

TEST(WritesBrokenNumbers, Writes) {
  victim::say("finished\tmany\tpassed\tlong\t0\t0\n", victim::channel());
  victim::hang();
}
TEST(WritesBrokenNumbers, RunsNext) { victim::expect_sound_process(); }

// A verdict for a method that never ran may not be believed.
TEST(FinishesSomebodyElse, Writes) {
  victim::say("finished\t999999\tpassed\t1\t0\t1\n", victim::channel());
  victim::hang();
}
TEST(FinishesSomebodyElse, RunsNext) { victim::expect_sound_process(); }

TEST(FloodsOneLine, Floods) {
  const std::string piece(1 << 20, 'x');
  const int channel = victim::channel();
  for (int count = 0; count < 4096; ++count) victim::say(piece, channel);
  victim::hang();
}
TEST(FloodsOneLine, RunsNext) { victim::expect_sound_process(); }

TEST(FloodsLines, Floods) {
  std::string piece;
  while (piece.size() < (1 << 20)) piece += "leak\t1\tsomething\n";
  const int channel = victim::channel();
  for (int count = 0; count < 4096; ++count) victim::say(piece, channel);
  victim::hang();
}
TEST(FloodsLines, RunsNext) { victim::expect_sound_process(); }

TEST(ShutsTheChannel, Closes) {
  ::close(victim::channel());
  std::printf("closed\n");
}
TEST(ShutsTheChannel, RunsNext) { victim::expect_sound_process(); }
