#include <carpool/rank.h>

#include "collective_test.h"

class SendReceiveTest : public CollectiveTest {
 protected:
  static int next() { return (carpool::rank() + 1) % carpool::world_size(); }
  static int previous() {
    return (carpool::rank() + carpool::world_size() - 1) % carpool::world_size();
  }
  static at::Tensor room() { return at::zeros_like(input_of(0, GetParam())); }

  c10::intrusive_ptr<c10d::Work> send(at::Tensor tensor, int to, int tag) {
    std::vector<at::Tensor> tensors{tensor};
    return group().send(tensors, to, tag);
  }

  c10::intrusive_ptr<c10d::Work> receive(at::Tensor tensor, int from, int tag) {
    std::vector<at::Tensor> tensors{tensor};
    return group().recv(tensors, from, tag);
  }
};

TEST_P(SendReceiveTest, GoesRoundInARing) {
  const at::Tensor got = room();
  const auto sent = send(input_of(carpool::rank(), GetParam()), next(), 1);
  receive(got, previous(), 1)->wait();
  sent->wait();
  EXPECT_TRUE(same(got, input_of(previous(), GetParam())));
}

TEST_P(SendReceiveTest, TellsTagsApart) {
  const at::Tensor input = input_of(carpool::rank(), GetParam());
  const auto first_sent = send(input, next(), 2);
  const auto second_sent = send(input + 1, next(), 3);
  const at::Tensor first = room();
  const at::Tensor second = room();
  receive(second, previous(), 3)->wait();
  receive(first, previous(), 2)->wait();
  first_sent->wait();
  second_sent->wait();
  EXPECT_TRUE(same(first, input_of(previous(), GetParam())));
  EXPECT_TRUE(same(second, input_of(previous(), GetParam()) + 1));
}

TEST_P(SendReceiveTest, KnowsWhoSentFromAnywhere) {
  const auto sent = send(input_of(carpool::rank(), GetParam()), next(), 4);
  const at::Tensor got = room();
  std::vector<at::Tensor> tensors{got};
  const auto work = group().recvAnysource(tensors, 4);
  work->wait();
  sent->wait();
  EXPECT_EQ(work->sourceRank(), previous());
  EXPECT_TRUE(same(got, input_of(previous(), GetParam())));
}

TEST_P(SendReceiveTest, GoesBetweenPairs) {
  const int partner = carpool::rank() ^ 1;
  const at::Tensor got = room();
  const auto sent = send(input_of(carpool::rank(), GetParam()), partner, 5);
  receive(got, partner, 5)->wait();
  sent->wait();
  EXPECT_TRUE(same(got, input_of(partner, GetParam())));
}

INSTANTIATE_TEST_SUITE_P(Float, SendReceiveTest, ::testing::ValuesIn(shapes_of(at::kFloat)),
                         shape_name);
INSTANTIATE_TEST_SUITE_P(Double, SendReceiveTest, ::testing::ValuesIn(shapes_of(at::kDouble)),
                         shape_name);
INSTANTIATE_TEST_SUITE_P(UInt8, SendReceiveTest, ::testing::ValuesIn(shapes_of(at::kByte)),
                         shape_name);
