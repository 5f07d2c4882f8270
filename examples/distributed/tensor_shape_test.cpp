#include <carpool/rank.h>

#include <type_traits>

#include "process_group_test.h"

// What a collective does with tensors that are not simply a row of elements.
template <typename Element>
class TensorShapeTest : public ProcessGroupTest {
 protected:
  static at::Tensor filled(std::vector<std::int64_t> sizes, int value) {
    return at::full(sizes, value, c10::CppTypeToScalarType<Element>::value);
  }

  // All ranks bring their number plus one; the sum is known.
  static void expect_sum(std::vector<std::int64_t> sizes) {
    std::vector<at::Tensor> tensors{filled(sizes, carpool::rank() + 1)};
    group().allreduce(tensors)->wait();
    EXPECT_TRUE(at::equal(tensors.front(), filled(sizes, sum_of_ranks())));
    EXPECT_EQ(tensors.front().sizes(), at::IntArrayRef(sizes));
  }

  static int sum_of_ranks() { return carpool::world_size() * (carpool::world_size() + 1) / 2; }
};

struct ElementNames {
  template <typename Element>
  static std::string GetName(int) {
    return std::is_same_v<Element, float> ? "Float" : "Int64";
  }
};
using Elements = ::testing::Types<float, std::int64_t>;
TYPED_TEST_SUITE(TensorShapeTest, Elements, ElementNames);

TYPED_TEST(TensorShapeTest, AddsScalars) { this->expect_sum({}); }
TYPED_TEST(TensorShapeTest, AddsRows) { this->expect_sum({1, 17}); }
TYPED_TEST(TensorShapeTest, AddsColumns) { this->expect_sum({17, 1}); }
TYPED_TEST(TensorShapeTest, AddsMatrices) { this->expect_sum({13, 11}); }
TYPED_TEST(TensorShapeTest, AddsCubes) { this->expect_sum({5, 6, 7}); }
TYPED_TEST(TensorShapeTest, AddsBatchesOfImages) { this->expect_sum({2, 3, 16, 16}); }
TYPED_TEST(TensorShapeTest, AddsManyDimensions) { this->expect_sum({2, 2, 2, 2, 2, 2, 2}); }
TYPED_TEST(TensorShapeTest, AddsAMegabyte) { this->expect_sum({512, 512}); }

TYPED_TEST(TensorShapeTest, AddsOnlyTheSlice) {
  const at::Tensor whole = this->filled({4, 8}, carpool::rank() + 1);
  std::vector<at::Tensor> tensors{whole[2]};
  this->group().allreduce(tensors)->wait();
  EXPECT_TRUE(at::equal(whole[2], this->filled({8}, this->sum_of_ranks())));
  EXPECT_TRUE(at::equal(whole[1], this->filled({8}, carpool::rank() + 1)));
}

TYPED_TEST(TensorShapeTest, AddsWhatAViewShows) {
  const at::Tensor row = this->filled({24}, carpool::rank() + 1);
  std::vector<at::Tensor> tensors{row.view({4, 6})};
  this->group().allreduce(tensors)->wait();
  EXPECT_TRUE(at::equal(row, this->filled({24}, this->sum_of_ranks())));
}

TYPED_TEST(TensorShapeTest, AddsSeveralTensorsAtOnce) {
  std::vector<at::Tensor> tensors{this->filled({3}, 1), this->filled({2, 2}, carpool::rank() + 1)};
  this->group().allreduce_coalesced(tensors)->wait();
  EXPECT_TRUE(at::equal(tensors[0], this->filled({3}, carpool::world_size())));
  EXPECT_TRUE(at::equal(tensors[1], this->filled({2, 2}, this->sum_of_ranks())));
}

TYPED_TEST(TensorShapeTest, AddsItsOwnResultAgain) {
  std::vector<at::Tensor> tensors{this->filled({5, 5}, 1)};
  this->group().allreduce(tensors)->wait();
  this->group().allreduce(tensors)->wait();
  const int size = carpool::world_size();
  EXPECT_TRUE(at::equal(tensors.front(), this->filled({5, 5}, size * size)));
}

TYPED_TEST(TensorShapeTest, BroadcastsMatrices) {
  std::vector<at::Tensor> tensors{this->filled({13, 11}, carpool::rank())};
  c10d::BroadcastOptions options;
  options.rootRank = 2;
  this->group().broadcast(tensors, options)->wait();
  EXPECT_TRUE(at::equal(tensors.front(), this->filled({13, 11}, 2)));
}

TYPED_TEST(TensorShapeTest, SendsMatrices) {
  const int next = (carpool::rank() + 1) % carpool::world_size();
  const int previous = (carpool::rank() + carpool::world_size() - 1) % carpool::world_size();
  std::vector<at::Tensor> given{this->filled({7, 9}, carpool::rank())};
  std::vector<at::Tensor> got{this->filled({7, 9}, -1)};
  const auto sent = this->group().send(given, next, 1);
  this->group().recv(got, previous, 1)->wait();
  sent->wait();
  EXPECT_TRUE(at::equal(got.front(), this->filled({7, 9}, previous)));
}

TYPED_TEST(TensorShapeTest, AddsTransposedTensors) {
  std::vector<at::Tensor> tensors{this->filled({3, 4}, carpool::rank() + 1).t()};
  this->group().allreduce(tensors)->wait();
  EXPECT_TRUE(at::equal(tensors.front(), this->filled({4, 3}, this->sum_of_ranks())));
}

TYPED_TEST(TensorShapeTest, RefusesNoTensors) {
  std::vector<at::Tensor> none;
  EXPECT_THROW(this->group().allreduce(none), std::exception);
}

TYPED_TEST(TensorShapeTest, RefusesARootThatIsNotThere) {
  std::vector<at::Tensor> tensors{this->filled({3}, 1)};
  c10d::BroadcastOptions options;
  options.rootRank = carpool::world_size();
  EXPECT_THROW(this->group().broadcast(tensors, options), std::exception);
}
