#include <carpool/rank.h>

#include "collective_test.h"

class ScatterTest : public RootedTest {
 protected:
  // What this rank gets where the root gives each rank its input, times `factor`.
  at::Tensor scatter(int factor) {
    std::vector<std::vector<at::Tensor>> given;
    if (carpool::rank() == GetParam().root) {
      given.emplace_back();
      for (int rank = 0; rank < carpool::world_size(); ++rank) {
        given.front().push_back(input_of(rank, GetParam().shape) * factor);
      }
    }
    std::vector<at::Tensor> got{at::zeros_like(input_of(0, GetParam().shape))};
    c10d::ScatterOptions options;
    options.rootRank = GetParam().root;
    group().scatter(got, given, options)->wait();
    return got.front();
  }
};

TEST_P(ScatterTest, GivesEachRankItsOwn) {
  EXPECT_TRUE(same(scatter(1), input_of(carpool::rank(), GetParam().shape)));
}

TEST_P(ScatterTest, ScattersTwiceWithoutMixing) {
  for (const int factor : {2, 3}) {
    EXPECT_TRUE(same(scatter(factor), input_of(carpool::rank(), GetParam().shape) * factor));
  }
}

INSTANTIATE_TEST_SUITE_P(Float, ScatterTest, ::testing::ValuesIn(rooted_shapes_of(at::kFloat)),
                         rooted_shape_name);
INSTANTIATE_TEST_SUITE_P(Int32, ScatterTest, ::testing::ValuesIn(rooted_shapes_of(at::kInt)),
                         rooted_shape_name);
