#include <carpool/rank.h>

#include "collective_test.h"

class AllGatherTest : public CollectiveTest {
 protected:
  std::vector<at::Tensor> inputs_of_all_ranks() const {
    std::vector<at::Tensor> all;
    for (int rank = 0; rank < carpool::world_size(); ++rank) {
      all.push_back(input_of(rank, GetParam()));
    }
    return all;
  }

  std::vector<at::Tensor> room_for_all_ranks() const {
    std::vector<at::Tensor> room;
    for (const at::Tensor& input : inputs_of_all_ranks()) room.push_back(at::zeros_like(input));
    return room;
  }
};

TEST_P(AllGatherTest, KeepsTheOrderOfRanks) {
  std::vector<at::Tensor> own{input_of(carpool::rank(), GetParam())};
  std::vector<std::vector<at::Tensor>> gathered{room_for_all_ranks()};
  group().allgather(gathered, own)->wait();
  EXPECT_TRUE(same(at::stack(gathered.front()), at::stack(inputs_of_all_ranks())));
}

TEST_P(AllGatherTest, LeavesTheInputAlone) {
  std::vector<at::Tensor> own{input_of(carpool::rank(), GetParam())};
  std::vector<std::vector<at::Tensor>> gathered{room_for_all_ranks()};
  group().allgather(gathered, own)->wait();
  EXPECT_TRUE(same(own.front(), input_of(carpool::rank(), GetParam())));
}

TEST_P(AllGatherTest, GathersTwiceWithoutMixing) {
  for (const int factor : {1, 2}) {
    std::vector<at::Tensor> own{input_of(carpool::rank(), GetParam()) * factor};
    std::vector<std::vector<at::Tensor>> gathered{room_for_all_ranks()};
    group().allgather(gathered, own)->wait();
    EXPECT_TRUE(same(at::stack(gathered.front()), at::stack(inputs_of_all_ranks()) * factor));
  }
}

TEST_P(AllGatherTest, GathersSeveralTensorsAtOnce) {
  const at::Tensor input = input_of(carpool::rank(), GetParam());
  std::vector<at::Tensor> own{input, input + 1};
  std::vector<std::vector<at::Tensor>> gathered;
  for (int rank = 0; rank < carpool::world_size(); ++rank) {
    gathered.push_back({at::zeros_like(input), at::zeros_like(input)});
  }
  group().allgather_coalesced(gathered, own)->wait();
  for (int rank = 0; rank < carpool::world_size(); ++rank) {
    const auto from = static_cast<std::size_t>(rank);
    EXPECT_TRUE(same(gathered[from][0], input_of(rank, GetParam())));
    EXPECT_TRUE(same(gathered[from][1], input_of(rank, GetParam()) + 1));
  }
}

INSTANTIATE_TEST_SUITE_P(Float, AllGatherTest, ::testing::ValuesIn(shapes_of(at::kFloat)),
                         shape_name);
INSTANTIATE_TEST_SUITE_P(Int64, AllGatherTest, ::testing::ValuesIn(shapes_of(at::kLong)),
                         shape_name);
INSTANTIATE_TEST_SUITE_P(UInt8, AllGatherTest, ::testing::ValuesIn(shapes_of(at::kByte)),
                         shape_name);
