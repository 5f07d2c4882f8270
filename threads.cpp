#include <carpool/rank.h>
#include <gtest/gtest.h>
#include <atomic>
#include <thread>
#include <unistd.h>
// A heartbeat of the fixture: all ranks make the same calls in the same order, from a thread of their own.
class Heart : public testing::Test {
 protected:
  static std::atomic<bool> stop; static std::thread beat;
  static void SetUpTestSuite() {
    beat = std::thread([] { while (!stop) { try { carpool::barrier(); } catch (const carpool::RankError& e) { fprintf(stderr,"%s\n", e.what()); } } });
  }
  static void TearDownTestSuite() { stop = true; beat.join(); }
};
std::atomic<bool> Heart::stop{false}; std::thread Heart::beat;
TEST_F(Heart, A) { usleep(20000); }
TEST_F(Heart, B) { usleep(20000); }
TEST_F(Heart, C) { usleep(20000); }
TEST_F(Heart, D) { usleep(20000); }
// One late call of a thread that a method has left behind, nothing in a loop.
static void late() { std::thread([] { try { carpool::barrier(); } catch (const carpool::RankError& e) { fprintf(stderr, "late: %s\n", e.what()); } }).detach(); }
TEST(Late, A) { late(); }
TEST(Late, B) { late(); }
TEST(Late, C) { late(); }
TEST(Late, D) { late(); }
TEST(Late, E) { late(); }
TEST(Late, F) { late(); }
