#include <carpool/rank.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <csignal>
TEST(Slow, AllHang) { signal(SIGTERM, SIG_IGN); for (;;) pause(); }
TEST(Slow, OneFails) { signal(SIGTERM, SIG_IGN); ASSERT_NE(carpool::rank(), 0); for (;;) pause(); }
class Tear : public testing::Test { protected: static void TearDownTestSuite() { signal(SIGTERM, SIG_IGN); for (;;) pause(); } };
TEST_F(Tear, Ok) {}
class ClosesInSetUp : public testing::Test { protected: static void SetUpTestSuite() { for (int i = 3; i < 4096; ++i) close(i); if (carpool::rank()==0) for(;;) pause(); } };
TEST_F(ClosesInSetUp, Ok) {}
