#include "greeting.h"

#include <gtest/gtest.h>

TEST(GreetingTest, ComesFromTheCommandLine) { EXPECT_EQ(greeting(), "Good morning"); }

TEST(GreetingTest, IsNotEmpty) { EXPECT_FALSE(greeting().empty()); }

TEST(GreetingTest, HasNoLineBreak) { EXPECT_EQ(greeting().find('\n'), std::string::npos); }
