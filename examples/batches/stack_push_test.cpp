#include "stack_test.h"

TEST_F(StackTest, PushGrowsIt) {
  stack_.push(4);
  EXPECT_EQ(stack_.size(), 4u);
}

TEST_F(StackTest, PushPutsOnTop) {
  stack_.push(4);
  EXPECT_EQ(stack_.top(), 4);
}
