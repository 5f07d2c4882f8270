#include "session/meeting.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "scripted_gang.h"

namespace carpool {
namespace {

using Log = std::vector<std::string>;

// Three ranks in one step; what the runner says to them.
class Meetings : public ::testing::Test {
 protected:
  Meetings() {
    for (std::size_t rank = 0; rank < 3; ++rank) {
      ranks_.push_back(std::make_unique<ScriptedRank>(rank, RankScript(), clock_, said_));
      workers_.push_back(ranks_.back().get());
    }
    meeting_.begin_step(3);
  }

  std::optional<std::string> call(std::size_t rank, std::vector<std::string> fields) {
    return meeting_.take(rank, {"meet", std::move(fields)}, workers_);
  }
  void calls(std::size_t rank, std::vector<std::string> fields) {
    EXPECT_EQ(call(rank, std::move(fields)), std::nullopt);
  }
  void leaves(std::size_t rank, const std::string& how = "ended the method (passed)") {
    meeting_.leave(rank, how, workers_);
  }

  // What was said since the last time.
  Log said() { return std::exchange(said_, {}); }

  ManualClock clock_;
  Log said_;
  std::vector<std::unique_ptr<ScriptedRank>> ranks_;
  std::vector<Worker*> workers_;
  Meeting meeting_;
};

TEST_F(Meetings, ABarrierOpensWhenAllHaveComeToIt) {
  calls(2, {"barrier", "0", ""});
  calls(0, {"barrier", "0", ""});
  EXPECT_EQ(said(), Log{});
  calls(1, {"barrier", "0", ""});
  EXPECT_EQ(said(), (Log{"0: met", "1: met", "2: met"}));
}

TEST_F(Meetings, AllGatherGivesEachWhatAllHaveGivenByRank) {
  calls(2, {"all_gather", "0", "c"});
  calls(1, {"all_gather", "0", ""});
  calls(0, {"all_gather", "0", "a"});
  EXPECT_EQ(said(), (Log{"0: part a", "0: part ", "0: part c", "0: met", "1: part a", "1: part ",
                         "1: part c", "1: met", "2: part a", "2: part ", "2: part c", "2: met"}));
}

TEST_F(Meetings, KeepWhatAllAreGivenOnce) {
  for (std::size_t rank = 0; rank < 3; ++rank) calls(rank, {"all_gather", "0", "x"});
  EXPECT_EQ(ranks_[0]->last_lines, ranks_[1]->last_lines);
  EXPECT_EQ(ranks_[0]->last_lines, ranks_[2]->last_lines);
}

TEST_F(Meetings, TakeNoMoreBytesThanThePluginMaySend) {
  calls(0, {"all_gather", "0", std::string(64u << 10, 'x')});
  EXPECT_EQ(call(1, {"all_gather", "0", std::string((64u << 10) + 1, 'x')}),
            "called all_gather() with more than 65536 bytes");
}

TEST_F(Meetings, BroadcastGivesEachWhatTheRootHasGiven) {
  calls(0, {"broadcast", "1", ""});
  calls(1, {"broadcast", "1", "b"});
  calls(2, {"broadcast", "1", "not looked at"});
  EXPECT_EQ(said(), (Log{"0: part b", "0: met", "1: part b", "1: met", "2: part b", "2: met"}));
}

TEST_F(Meetings, MayFollowOneAnother) {
  for (int turn = 0; turn < 3; ++turn) {
    for (std::size_t rank = 0; rank < 3; ++rank) calls(rank, {"barrier", "0", ""});
    EXPECT_EQ(said().size(), 3u);
  }
}

TEST_F(Meetings, SayWhoWaitsWhere) {
  calls(1, {"all_gather", "0", "x"});
  EXPECT_EQ(meeting_.call_of(0), "");
  EXPECT_EQ(meeting_.call_of(1), "all_gather");
  meeting_.begin_step(3);
  EXPECT_EQ(meeting_.call_of(1), "");
}

TEST_F(Meetings, RefuseDifferentCalls) {
  calls(0, {"barrier", "0", ""});
  calls(2, {"all_gather", "0", "x"});
  EXPECT_EQ(said(),
            (Log{"0: refused the ranks make different calls: rank 0 is in barrier(), rank 2 is in "
                 "all_gather()",
                 "2: refused the ranks make different calls: rank 0 is in barrier(), rank 2 is in "
                 "all_gather()"}));
}

TEST_F(Meetings, RefuseDifferentRoots) {
  calls(1, {"broadcast", "1", "x"});
  calls(2, {"broadcast", "2", "x"});
  EXPECT_EQ(said().front(),
            "1: refused the ranks make different calls: rank 1 is in broadcast(root 1), rank 2 is "
            "in broadcast(root 2)");
}

TEST_F(Meetings, GoOnAfterARefusal) {
  calls(0, {"barrier", "0", ""});
  calls(1, {"all_gather", "0", "x"});
  said();
  for (std::size_t rank = 0; rank < 3; ++rank) calls(rank, {"barrier", "0", ""});
  EXPECT_EQ(said(), (Log{"0: met", "1: met", "2: met"}));
}

TEST_F(Meetings, KeepNobodyWaitingForARankThatHasLeft) {
  calls(0, {"barrier", "0", ""});
  calls(2, {"barrier", "0", ""});
  leaves(1);
  EXPECT_EQ(said(), (Log{"0: refused rank 1 ended the method (passed) without joining in",
                         "2: refused rank 1 ended the method (passed) without joining in"}));
}

TEST_F(Meetings, RefuseThoseThatComeAfterARankHasLeft) {
  leaves(2, "ended the method (failed)");
  EXPECT_EQ(said(), Log{});
  calls(0, {"barrier", "0", ""});
  EXPECT_EQ(said(), (Log{"0: refused rank 2 ended the method (failed) without joining in"}));
  calls(1, {"all_gather", "0", "x"});
  EXPECT_EQ(said(), (Log{"1: refused rank 2 ended the method (failed) without joining in"}));
}

TEST_F(Meetings, NameTheRankThatLeftOfItselfToThoseThatComeLate) {
  calls(0, {"barrier", "0", ""});
  leaves(1, "ended the method (failed)");
  leaves(0, "ended the method (failed)");  // since it was refused
  said();
  calls(2, {"barrier", "0", ""});
  EXPECT_EQ(said(), (Log{"2: refused rank 1 ended the method (failed) without joining in"}));
}

TEST_F(Meetings, BeginAnewWithEachStep) {
  leaves(1);
  calls(0, {"barrier", "0", ""});
  said();
  meeting_.begin_step(3);
  for (std::size_t rank = 0; rank < 3; ++rank) calls(rank, {"barrier", "0", ""});
  EXPECT_EQ(said(), (Log{"0: met", "1: met", "2: met"}));
}

TEST_F(Meetings, PassOverARankWithoutAProcess) {
  calls(0, {"barrier", "0", ""});
  workers_[0] = nullptr;
  leaves(1);
  EXPECT_EQ(said(), Log{});
}

TEST_F(Meetings, DoNotTakeMalformedLines) {
  const std::vector<std::vector<std::string>> malformed{
      {},
      {"barrier"},
      {"barrier", "0"},
      {"barrier", "", ""},
      {"barrier", "x", ""},
      {"barrier", "-1", ""},
      {"broadcast", "3", ""},
      {"", "0", ""},
      {"scatter", "0", ""},
      {"all_gather", "1", "x"},
      {"barrier", "2", ""},
  };
  for (const auto& fields : malformed) {
    EXPECT_EQ(call(0, fields), "sent a malformed 'meet'") << ::testing::PrintToString(fields);
  }
  EXPECT_EQ(said(), Log{});
}

TEST_F(Meetings, DoNotTakeTwoCallsAtOnce) {
  calls(0, {"barrier", "0", ""});
  EXPECT_EQ(call(0, {"all_gather", "0", "x"}), "called all_gather() while it waits in barrier()");
}

}  // namespace
}  // namespace carpool
