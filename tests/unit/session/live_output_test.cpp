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
  RankLiveOutput rank_0_{0, recorded_};
  RankLiveOutput rank_12_{12, recorded_};
};

TEST_F(LiveOutput, HasTheRankInFrontOfEachLine) {
  rank_12_.show("one\ntwo\n\n");
  EXPECT_EQ(shown(), "[12] one\n[12] two\n[12] \n");
}

TEST_F(LiveOutput, KeepsALineUntilItsEnd) {
  rank_0_.show("on");
  rank_12_.show("two\n");
  EXPECT_EQ(shown(), "[12] two\n");
  rank_0_.show("e\nthr");
  EXPECT_EQ(shown(), "[0] one\n");
  rank_0_.show("ee\n");
  EXPECT_EQ(shown(), "[0] three\n");
}

TEST_F(LiveOutput, ShowsALineWithoutEndPieceByPiece) {
  rank_0_.show(std::string(4096, 'x'));
  EXPECT_EQ(shown(), "");
  rank_0_.show("y");
  EXPECT_EQ(shown(), "[0] " + std::string(4096, 'x') + "y\n");
  rank_0_.show("z\n");
  EXPECT_EQ(shown(), "[0] z\n");
}

TEST_F(LiveOutput, EndsALineWhereTheMethodEnds) {
  rank_0_.show("no end");
  rank_0_.end_line();
  EXPECT_EQ(shown(), "[0] no end\n");
  rank_0_.end_line();
  EXPECT_EQ(shown(), "");
}

TEST_F(LiveOutput, KeepsEveryByte) {
  rank_0_.show(std::string_view("\0\xff\x1b[m\n", 6));
  EXPECT_EQ(shown(), std::string("[0] \0\xff\x1b[m\n", 10));
}

}  // namespace
}  // namespace carpool
