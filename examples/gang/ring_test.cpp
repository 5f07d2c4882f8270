#include <carpool/rank.h>
#include <gtest/gtest.h>

#include <memory>

#include "ring.h"

class RingTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {  // in every rank, once: the dear part
    ring = std::make_unique<Ring>(carpool::rank(), carpool::world_size());
  }
  static void TearDownTestSuite() { ring.reset(); }

  static std::unique_ptr<Ring> ring;
};

std::unique_ptr<Ring> RingTest::ring;

TEST_F(RingTest, SumsUp) {  // all ranks enter together; it ends when all have ended it
  const int n = carpool::world_size();
  EXPECT_EQ(ring->sum(carpool::rank()), n * (n - 1) / 2);
}

TEST_F(RingTest, PassesToTheNextRank) {
  const int n = carpool::world_size();
  EXPECT_EQ(ring->pass(carpool::rank()), (carpool::rank() + n - 1) % n);
}
