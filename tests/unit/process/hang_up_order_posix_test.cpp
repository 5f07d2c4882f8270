#include "process/hang_up_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "process/channel.h"

namespace carpool {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class HangUpOrderTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto order = HangUpOrder::open();
    ASSERT_TRUE(order) << order.error().message;
    order_.emplace(std::move(*order));
    for (std::size_t index = 0; index < 40; ++index) {
      auto ends = open_socket_pair();
      ASSERT_TRUE(ends) << ends.error().message;
      order_->watch(ends->near.number(), index);
      near_.push_back(std::move(ends->near));
      far_.push_back(std::move(ends->far));
    }
  }

  void say_something(std::size_t index) { ASSERT_EQ(write(far_[index].number(), "x", 1), 1); }

  std::optional<HangUpOrder> order_;
  std::vector<FileDescriptor> near_;
  std::vector<FileDescriptor> far_;
};

TEST_F(HangUpOrderTest, IsThatInWhichThePeersHaveHungUp) {
  for (const std::size_t index : {2, 0, 3}) far_[index].close();
  EXPECT_THAT(order_->take(), ElementsAre(2, 0, 3));
}

TEST_F(HangUpOrderTest, TellsOfEachOnce) {
  far_[1].close();
  EXPECT_THAT(order_->take(), ElementsAre(1));
  far_[0].close();
  EXPECT_THAT(order_->take(), ElementsAre(0));
  EXPECT_THAT(order_->take(), IsEmpty());
}

TEST_F(HangUpOrderTest, IsNotThatInWhichTheyHaveSpoken) {
  for (const std::size_t index : {3, 1, 2}) say_something(index);
  for (const std::size_t index : {2, 3}) far_[index].close();
  EXPECT_THAT(order_->take(), ElementsAre(2, 3));
}

TEST_F(HangUpOrderTest, HoldsForManyAtOnce) {
  std::vector<std::size_t> closed;
  for (std::size_t index = far_.size(); index-- > 0;) {
    far_[index].close();
    closed.push_back(index);
  }
  EXPECT_EQ(order_->take(), closed);
}

}  // namespace
}  // namespace carpool
