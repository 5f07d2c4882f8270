#include "broker/dispatcher.h"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>
#include <cstring>

namespace carpool {
namespace {

struct Talk {
  std::shared_ptr<Connection> broker;
  FileDescriptor client;

  // All that the broker has said by now, without the frames' headers.
  std::string heard() const {
    std::string text;
    exec::FrameHeader header;
    while (recv(client.number(), &header, sizeof header, MSG_DONTWAIT) == sizeof header) {
      std::string part(header.size, '\0');
      if (header.size > 0) recv(client.number(), part.data(), part.size(), MSG_DONTWAIT);
      text += part;
    }
    return text;
  }
};

Talk begin_talk() {
  std::array<int, 2> ends{-1, -1};
  EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
  return {std::make_shared<Connection>(FileDescriptor(ends[0])), FileDescriptor(ends[1])};
}

TEST(Dispatcher, BeginsNothingMoreForARunThatHasEnded) {
  Dispatcher dispatcher([](std::uint64_t, SeatNews) {});
  const exec::CtestProcess nobody{.process_id = 1, .start_ticks = 1, .is_ctest = false};
  dispatcher.begin_ctest(nobody);
  dispatcher.end_run(true);
  const Talk late = begin_talk();
  dispatcher.take_request(late.broker, {.manifest = "/nowhere.json", .method = "A.One"});
  EXPECT_EQ(late.heard(), "the record of this run is being closed");
  EXPECT_FALSE(dispatcher.is_busy());

  dispatcher.begin_ctest(nobody);
  const Talk next = begin_talk();
  dispatcher.take_request(next.broker, {.manifest = "/nowhere.json", .method = "A.One"});
  EXPECT_NE(next.heard().find("/nowhere.json"), std::string::npos);
}

}  // namespace
}  // namespace carpool
