#include <carpool/rank.h>

#include "collective_test.h"

class AllToAllTest : public CollectiveTest {
 protected:
  // What rank `from` has for rank `to`, in a message of `size` elements.
  static at::Tensor message(int from, int to, std::int64_t size) {
    return at::full({size}, 10 * from + to, GetParam().type);
  }

  at::Tensor exchange(at::Tensor given, std::int64_t to_get, std::vector<std::int64_t> to_each,
                      std::vector<std::int64_t> from_each) {
    at::Tensor got = at::zeros({to_get}, GetParam().type);
    group().alltoall_base(got, given, from_each, to_each)->wait();
    return got;
  }

  // An exchange in which rank `from` has `length(from, to)` elements for rank `to`.
  template <typename Length>
  void expect_exchange(Length length) {
    std::vector<at::Tensor> given;
    std::vector<at::Tensor> expected;
    std::vector<std::int64_t> to_each;
    std::vector<std::int64_t> from_each;
    std::int64_t to_get = 0;
    for (int peer = 0; peer < carpool::world_size(); ++peer) {
      to_each.push_back(length(carpool::rank(), peer));
      from_each.push_back(length(peer, carpool::rank()));
      given.push_back(message(carpool::rank(), peer, to_each.back()));
      expected.push_back(message(peer, carpool::rank(), from_each.back()));
      to_get += from_each.back();
    }
    EXPECT_TRUE(same(exchange(at::cat(given), to_get, to_each, from_each), at::cat(expected)));
  }
};

TEST_P(AllToAllTest, ExchangesEqualParts) {
  expect_exchange([](int, int) { return GetParam().size; });
}

TEST_P(AllToAllTest, ExchangesPartsThatGrowWithTheReceiver) {
  expect_exchange([](int, int to) { return GetParam().size + to; });
}

TEST_P(AllToAllTest, ExchangesPartsThatGrowWithTheSender) {
  expect_exchange([](int from, int) { return GetParam().size + from; });
}

TEST_P(AllToAllTest, TakesNoSplitsForEqualParts) {
  const std::int64_t size = GetParam().size * carpool::world_size();
  const at::Tensor given = at::full({size}, carpool::rank(), GetParam().type);
  const at::Tensor got = exchange(given, size, {}, {});
  std::vector<at::Tensor> expected;
  for (int rank = 0; rank < carpool::world_size(); ++rank) {
    expected.push_back(at::full({GetParam().size}, rank, GetParam().type));
  }
  EXPECT_TRUE(same(got, at::cat(expected)));
}

INSTANTIATE_TEST_SUITE_P(Float, AllToAllTest, ::testing::ValuesIn(shapes_of(at::kFloat)),
                         shape_name);
INSTANTIATE_TEST_SUITE_P(Int32, AllToAllTest, ::testing::ValuesIn(shapes_of(at::kInt)), shape_name);
