#include "session/live_output.h"

#include <gtest/gtest.h>

#include <string>

#include "scripted_worker.h"

namespace carpool {
namespace {

class LiveOutput : public ::testing::Test {
 protected:
  std::string shown() { return std::exchange(recorded_.live, {}); }

  RecordedRun recorded_;
  std::function<void(std::string_view)> rank_0_ = live_output_of_rank(0, recorded_);
  std::function<void(std::string_view)> rank_12_ = live_output_of_rank(12, recorded_);
};

TEST_F(LiveOutput, HasTheRankInFrontOfEachLine) {
  rank_12_("one\ntwo\n\n");
  EXPECT_EQ(shown(), "[12] one\n[12] two\n[12] \n");
}

TEST_F(LiveOutput, KeepsALineUntilItsEnd) {
  rank_0_("on");
  rank_12_("two\n");
  EXPECT_EQ(shown(), "[12] two\n");
  rank_0_("e\nthr");
  EXPECT_EQ(shown(), "[0] one\n");
  rank_0_("ee\n");
  EXPECT_EQ(shown(), "[0] three\n");
}

TEST_F(LiveOutput, ShowsALineWithoutEndPieceByPiece) {
  rank_0_(std::string(4096, 'x'));
  EXPECT_EQ(shown(), "");
  rank_0_("y");
  EXPECT_EQ(shown(), "[0] " + std::string(4096, 'x') + "y\n");
  rank_0_("z\n");
  EXPECT_EQ(shown(), "[0] z\n");
}

TEST_F(LiveOutput, KeepsEveryByte) {
  rank_0_(std::string_view("\0\xff\x1b[m\n", 6));
  EXPECT_EQ(shown(), std::string("[0] \0\xff\x1b[m\n", 10));
}

}  // namespace
}  // namespace carpool
