#include <carpool/rank.h>

#include "collective_test.h"

class AllReduceTest : public CollectiveTest {
 protected:
  at::Tensor all_reduce(c10d::ReduceOp::RedOpType operation) {
    std::vector<at::Tensor> tensors{input_of(carpool::rank(), GetParam())};
    c10d::AllreduceOptions options;
    options.reduceOp = operation;
    group().allreduce(tensors, options)->wait();
    return tensors.front();
  }
};

TEST_P(AllReduceTest, AddsUp) {
  EXPECT_TRUE(same(all_reduce(c10d::ReduceOp::SUM),
                   folded_inputs(GetParam(), [](auto a, auto b) { return a + b; })));
}

TEST_P(AllReduceTest, Multiplies) {
  EXPECT_TRUE(same(all_reduce(c10d::ReduceOp::PRODUCT),
                   folded_inputs(GetParam(), [](auto a, auto b) { return a * b; })));
}

TEST_P(AllReduceTest, FindsTheLeast) {
  EXPECT_TRUE(same(all_reduce(c10d::ReduceOp::MIN), input_of(0, GetParam())));
}

TEST_P(AllReduceTest, FindsTheGreatest) {
  EXPECT_TRUE(
      same(all_reduce(c10d::ReduceOp::MAX), input_of(carpool::world_size() - 1, GetParam())));
}

TEST_P(AllReduceTest, TakesTurnsWithItself) {
  std::vector<at::Tensor> first{input_of(carpool::rank(), GetParam())};
  std::vector<at::Tensor> second{at::ones_like(first.front())};
  const auto first_work = group().allreduce(first);
  const auto second_work = group().allreduce(second);
  second_work->wait();
  first_work->wait();
  EXPECT_TRUE(same(first.front(), folded_inputs(GetParam(), [](auto a, auto b) { return a + b; })));
  EXPECT_TRUE(same(second.front(), at::full_like(second.front(), carpool::world_size())));
}

INSTANTIATE_TEST_SUITE_P(Float, AllReduceTest, ::testing::ValuesIn(shapes_of(at::kFloat)),
                         shape_name);
INSTANTIATE_TEST_SUITE_P(Double, AllReduceTest, ::testing::ValuesIn(shapes_of(at::kDouble)),
                         shape_name);
INSTANTIATE_TEST_SUITE_P(Int8, AllReduceTest, ::testing::ValuesIn(shapes_of(at::kChar)),
                         shape_name);
INSTANTIATE_TEST_SUITE_P(UInt8, AllReduceTest, ::testing::ValuesIn(shapes_of(at::kByte)),
                         shape_name);
INSTANTIATE_TEST_SUITE_P(Int32, AllReduceTest, ::testing::ValuesIn(shapes_of(at::kInt)),
                         shape_name);
INSTANTIATE_TEST_SUITE_P(Int64, AllReduceTest, ::testing::ValuesIn(shapes_of(at::kLong)),
                         shape_name);
