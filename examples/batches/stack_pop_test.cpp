#include "stack_test.h"

TEST_F(StackTest, PopShrinksIt) {
  stack_.pop();
  EXPECT_EQ(stack_.size(), 2u);
}

TEST_F(StackTest, PopTakesFromTheTop) {
  stack_.pop();
  EXPECT_EQ(stack_.top(), 2);
}
