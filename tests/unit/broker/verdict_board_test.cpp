#include "broker/verdict_board.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

MethodFinished attempt(int number, std::optional<MethodStatus> final_status) {
  MethodFinished made;
  made.target = "t";
  made.class_name = "C";
  made.method = "m";
  made.attempt = number;
  made.final_status = final_status;
  return made;
}

TEST(VerdictBoard, GivesAllAttemptsOnceTheLastIsThere) {
  VerdictBoard board;
  board.expect({"t", "C", "m"});
  board.show(attempt(1, std::nullopt));
  board.show(attempt(2, MethodStatus::kFlaky));
  const auto records = board.await({"t", "C", "m"});
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0].attempt, 1);
  EXPECT_EQ(records[1].final_status, MethodStatus::kFlaky);
}

TEST(VerdictBoard, KeepsNothingThatNobodyExpects) {
  VerdictBoard board;
  board.show(attempt(1, MethodStatus::kFailed));
  board.expect({"t", "C", "m"});
  board.show(attempt(1, MethodStatus::kPassed));
  const auto records = board.await({"t", "C", "m"});
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].final_status, MethodStatus::kPassed);
}

}  // namespace
}  // namespace carpool
