#include <carpool/rank.h>

#include "collective_test.h"

class ReduceTest : public RootedTest {
 protected:
  at::Tensor reduce(c10d::ReduceOp::RedOpType operation) {
    std::vector<at::Tensor> tensors{input_of(carpool::rank(), GetParam().shape)};
    c10d::ReduceOptions options;
    options.reduceOp = operation;
    options.rootRank = GetParam().root;
    group().reduce(tensors, options)->wait();
    return tensors.front();
  }

  // What the others hold after a reduction is not specified.
  bool is_root() const { return carpool::rank() == GetParam().root; }
};

TEST_P(ReduceTest, AddsUpAtTheRoot) {
  const at::Tensor found = reduce(c10d::ReduceOp::SUM);
  if (is_root()) {
    EXPECT_TRUE(same(found, folded_inputs(GetParam().shape, [](auto a, auto b) { return a + b; })));
  }
}

TEST_P(ReduceTest, FindsTheGreatestForTheRoot) {
  const at::Tensor found = reduce(c10d::ReduceOp::MAX);
  if (is_root()) {
    EXPECT_TRUE(same(found, input_of(carpool::world_size() - 1, GetParam().shape)));
  }
}

INSTANTIATE_TEST_SUITE_P(Double, ReduceTest, ::testing::ValuesIn(rooted_shapes_of(at::kDouble)),
                         rooted_shape_name);
INSTANTIATE_TEST_SUITE_P(Int64, ReduceTest, ::testing::ValuesIn(rooted_shapes_of(at::kLong)),
                         rooted_shape_name);
