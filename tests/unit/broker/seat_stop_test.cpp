#include "broker/seat_stop.h"

#include <gtest/gtest.h>
#include <poll.h>

namespace carpool {
namespace {

bool is_readable(const SeatStop& stop) {
  pollfd event{.fd = stop.descriptor(), .events = POLLIN, .revents = 0};
  return poll(&event, 1, 0) == 1;
}

TEST(SeatStop, IsHeardOnlyOnceTheRideHearsIt) {
  SeatStop stop;
  stop.begin(7);
  stop.request(7, {.out_of_time = true, .words = "late"});
  EXPECT_FALSE(is_readable(stop));  // another class is being torn down
  stop.hear();
  EXPECT_TRUE(is_readable(stop));
  EXPECT_TRUE(stop.reason().out_of_time);
  stop.end();
  EXPECT_FALSE(is_readable(stop));
  stop.begin(8);
  stop.hear();
  EXPECT_FALSE(is_readable(stop));
  stop.request(7, {});
  EXPECT_FALSE(is_readable(stop));
  stop.request(8, {});
  EXPECT_TRUE(is_readable(stop));
}

}  // namespace
}  // namespace carpool
