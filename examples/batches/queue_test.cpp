#include <gtest/gtest.h>

#include <queue>

#include "numbers.h"

class QueueTest : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const int number : numbers_up_to(3)) queue_.push(number);
  }

  std::queue<int> queue_;
};

TEST_F(QueueTest, TheFirstInIsInFront) { EXPECT_EQ(queue_.front(), 1); }

TEST_F(QueueTest, PopTakesFromTheFront) {
  queue_.pop();
  EXPECT_EQ(queue_.front(), 2);
}
