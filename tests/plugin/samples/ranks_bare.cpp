// <carpool/rank.h> without exceptions and RTTI.
#include <carpool/rank.h>
#include <gtest/gtest.h>

TEST(Bare, Meets) { carpool::barrier(); }
TEST(Bare, Gathers) { EXPECT_EQ(carpool::all_gather("x").size(), 2u); }
