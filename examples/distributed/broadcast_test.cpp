#include <carpool/rank.h>

#include "collective_test.h"

class BroadcastTest : public RootedTest {
 protected:
  // Of what each rank brings, by the rank that the parameter names.
  void broadcast(std::vector<at::Tensor>& tensors) {
    c10d::BroadcastOptions options;
    options.rootRank = GetParam().root;
    group().broadcast(tensors, options)->wait();
  }
};

TEST_P(BroadcastTest, GivesAllRanksTheSame) {
  std::vector<at::Tensor> tensors{input_of(carpool::rank(), GetParam().shape)};
  broadcast(tensors);
  EXPECT_TRUE(same(tensors.front(), input_of(GetParam().root, GetParam().shape)));
}

TEST_P(BroadcastTest, KeepsWhatCameBefore) {
  const at::Tensor own = input_of(carpool::rank(), GetParam().shape);
  std::vector<at::Tensor> tensors{own.clone()};
  broadcast(tensors);
  EXPECT_TRUE(same(own, input_of(carpool::rank(), GetParam().shape)));
}

INSTANTIATE_TEST_SUITE_P(Float, BroadcastTest, ::testing::ValuesIn(rooted_shapes_of(at::kFloat)),
                         rooted_shape_name);
INSTANTIATE_TEST_SUITE_P(Int32, BroadcastTest, ::testing::ValuesIn(rooted_shapes_of(at::kInt)),
                         rooted_shape_name);
INSTANTIATE_TEST_SUITE_P(UInt8, BroadcastTest, ::testing::ValuesIn(rooted_shapes_of(at::kByte)),
                         rooted_shape_name);
