#include <carpool/rank.h>

#include "collective_test.h"

class GatherTest : public RootedTest {
 protected:
  // What the root has got, by rank; nothing elsewhere.
  std::vector<at::Tensor> gather(at::Tensor input) {
    std::vector<at::Tensor> own{input};
    std::vector<std::vector<at::Tensor>> gathered;
    if (is_root()) {
      gathered.emplace_back();
      for (int rank = 0; rank < carpool::world_size(); ++rank) {
        gathered.front().push_back(at::zeros_like(input));
      }
    }
    c10d::GatherOptions options;
    options.rootRank = GetParam().root;
    group().gather(gathered, own, options)->wait();
    return is_root() ? gathered.front() : std::vector<at::Tensor>();
  }

  bool is_root() const { return carpool::rank() == GetParam().root; }
};

TEST_P(GatherTest, KeepsTheOrderOfRanks) {
  const auto gathered = gather(input_of(carpool::rank(), GetParam().shape));
  for (std::size_t rank = 0; rank < gathered.size(); ++rank) {
    EXPECT_TRUE(same(gathered[rank], input_of(static_cast<int>(rank), GetParam().shape)));
  }
}

TEST_P(GatherTest, LeavesTheInputAlone) {
  const at::Tensor input = input_of(carpool::rank(), GetParam().shape);
  gather(input);
  EXPECT_TRUE(same(input, input_of(carpool::rank(), GetParam().shape)));
}

INSTANTIATE_TEST_SUITE_P(Float, GatherTest, ::testing::ValuesIn(rooted_shapes_of(at::kFloat)),
                         rooted_shape_name);
INSTANTIATE_TEST_SUITE_P(Int64, GatherTest, ::testing::ValuesIn(rooted_shapes_of(at::kLong)),
                         rooted_shape_name);
