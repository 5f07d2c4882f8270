#include <gtest/gtest.h>
#include <sys/socket.h>

#include <string>

#include "process/channel.h"

namespace carpool {
namespace {

class ChannelTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto ends = open_socket_pair();
    ASSERT_TRUE(ends) << ends.error().message;
    far_ = std::move(ends->far);
    channel_.emplace(std::move(ends->near));
  }

  // Whether the socket took all of it.
  bool put(const std::string& bytes) {
    return send(far_.number(), bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL) ==
           static_cast<ssize_t>(bytes.size());
  }

  FileDescriptor far_;
  std::optional<Channel> channel_;
};

TEST_F(ChannelTest, StopsReceivingFromOneWhoFloodsIt) {
  const std::string line(1023, 'x');
  std::string piece;  // as much as is received at once
  while (piece.size() < 64u << 10) piece += line + "\n";
  const std::size_t most = 4 * protocol::kLongestLine;
  std::size_t received = 0;
  for (; received < most; received += piece.size()) {
    ASSERT_TRUE(put(piece));
    if (!channel_->receive()) break;
  }
  EXPECT_LT(received, most);

  // What it has is whole, and room again for more.
  std::size_t lines = 0;
  for (; const auto message = channel_->next(); ++lines) EXPECT_EQ(message->word, line);
  EXPECT_EQ(lines, received / 1024);
  EXPECT_EQ(channel_->state(), Channel::State::kOpen);
  EXPECT_TRUE(channel_->receive());
  EXPECT_TRUE(channel_->next());
}

TEST_F(ChannelTest, IsBrokenByALineWithoutAnEnd) {
  const std::string piece(64u << 10, 'x');
  for (std::size_t sent = 0; sent <= protocol::kLongestLine; sent += piece.size()) {
    ASSERT_TRUE(put(piece));
    channel_->receive();
    EXPECT_FALSE(channel_->next());
    if (channel_->state() == Channel::State::kBroken) break;
  }
  EXPECT_EQ(channel_->state(), Channel::State::kBroken);
  EXPECT_EQ(channel_->trouble(), "a line longer than 4194304 bytes");
}

TEST_F(ChannelTest, HandsOutWhatWasSaidBeforeItWasClosed) {
  ASSERT_TRUE(put("started\t1\nfini"));
  far_.close();
  while (channel_->receive()) {
  }
  channel_->receive();
  EXPECT_EQ(channel_->state(), Channel::State::kClosed);
  const auto message = channel_->next();
  ASSERT_TRUE(message);
  EXPECT_EQ(message->word, "started");
  EXPECT_EQ(message->fields, std::vector<std::string>{"1"});
  EXPECT_FALSE(channel_->next());
}

}  // namespace
}  // namespace carpool
