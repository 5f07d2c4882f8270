#pragma once

#include <gtest/gtest.h>

#include <stack>

#include "numbers.h"

class StackTest : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const int number : numbers_up_to(3)) stack_.push(number);
  }

  std::stack<int> stack_;
};
