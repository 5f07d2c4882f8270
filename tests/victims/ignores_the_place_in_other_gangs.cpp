// The environment speaks of a gang that this worker has nothing to do with.
#include <carpool/rank.h>

#include "victim.h"

TEST(Alone, IsAGangOfOne) {
  EXPECT_EQ(carpool::rank(), 0);
  EXPECT_EQ(carpool::world_size(), 1);
  carpool::barrier();
  EXPECT_EQ(carpool::all_gather("all"), std::vector<std::string>{"all"});
  EXPECT_STREQ(std::getenv("RANK"), "3") << "the user's own variables stay";
}
