// The middle way: the processes are kept, but each method makes a process group of its own. For
// tests of what a group does first or last, or that leave theirs broken.

#include <carpool/rank.h>

#include <torch/csrc/distributed/c10d/FileStore.hpp>

#include "collective_test.h"

class NewGroupTest : public ::testing::TestWithParam<Shape> {
 protected:
  void SetUp() override {
    group_ = make_group(
        c10::make_intrusive<c10d::FileStore>(carpool::rendezvous_file(), carpool::world_size()));
  }

  void TearDown() override {
    carpool::barrier();  // nobody leaves while another one still connects
    group_.reset();
  }

  c10d::ProcessGroupGloo& group() { return *group_; }

 private:
  c10::intrusive_ptr<c10d::ProcessGroupGloo> group_;
};

TEST_P(NewGroupTest, AddsUp) {
  std::vector<at::Tensor> tensors{input_of(carpool::rank(), GetParam())};
  group().allreduce(tensors)->wait();
  EXPECT_TRUE(
      same(tensors.front(), folded_inputs(GetParam(), [](auto a, auto b) { return a + b; })));
}

TEST_P(NewGroupTest, Broadcasts) {
  std::vector<at::Tensor> tensors{input_of(carpool::rank(), GetParam())};
  c10d::BroadcastOptions options;
  options.rootRank = carpool::world_size() - 1;
  group().broadcast(tensors, options)->wait();
  EXPECT_TRUE(same(tensors.front(), input_of(carpool::world_size() - 1, GetParam())));
}

TEST_P(NewGroupTest, AgreesOnASequenceNumber) {
  group().setSequenceNumberForGroup();
  const auto first = static_cast<std::int64_t>(group().getSequenceNumberForGroup());
  std::vector<at::Tensor> tensors{at::tensor({first, -first})};
  c10d::AllreduceOptions options;
  options.reduceOp = c10d::ReduceOp::MAX;
  group().allreduce(tensors, options)->wait();
  EXPECT_TRUE(same(tensors.front(), at::tensor({first, -first})));
}

TEST_P(NewGroupTest, SendsBetweenTwo) {
  std::vector<at::Tensor> tensors{input_of(carpool::rank(), GetParam())};
  if (carpool::rank() == 1) {
    group().send(tensors, 2, 1)->wait();
  } else if (carpool::rank() == 2) {
    group().recv(tensors, 1, 1)->wait();
    EXPECT_TRUE(same(tensors.front(), input_of(1, GetParam())));
  }
}

INSTANTIATE_TEST_SUITE_P(Float, NewGroupTest, ::testing::ValuesIn(shapes_of(at::kFloat)),
                         shape_name);
