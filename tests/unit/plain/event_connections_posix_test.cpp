#include "plain/event_connections_posix.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <string_view>

namespace carpool {
namespace {

constexpr std::string_view kFirstLine = "gtest_streaming_protocol_version=1.0\n";

class EventConnectionsTest : public ::testing::Test {
 protected:
  EventConnectionsTest() : connections_(EventConnections::open()) {}

  FileDescriptor call() {
    const std::string address = connections_->address();
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    to.sin_port =
        htons(static_cast<std::uint16_t>(std::stoi(address.substr(address.find(':') + 1))));
    FileDescriptor caller(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    EXPECT_EQ(connect(caller.number(), reinterpret_cast<sockaddr*>(&to), sizeof to), 0);
    return caller;
  }

  static void say(const FileDescriptor& caller, std::string_view words) {
    EXPECT_EQ(send(caller.number(), words.data(), words.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(words.size()));
  }

  // The names of the next tests to begin.
  std::string heard(int events) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    std::string names;
    while (events > 0 && std::chrono::steady_clock::now() < deadline) {
      connections_->read(events_);
      while (const auto event = events_.next()) {
        names += (names.empty() ? "" : " ") + event->name;
        --events;
      }
      if (events == 0) break;
      std::vector<pollfd> waiting;
      connections_->watch(waiting);
      poll(waiting.data(), waiting.size(), 1'000);
    }
    return names;
  }

  Result<EventConnections> connections_;
  StreamEventReader events_;
};

TEST_F(EventConnectionsTest, BelieveTheFirstThatSaysGoogleTestsWords) {
  ASSERT_TRUE(connections_);
  const FileDescriptor silent = call();
  const FileDescriptor other = call();
  say(other, "GET / HTTP/1.0\r\n\r\nevent=TestStart&name=Other\n");
  { const FileDescriptor scanner = call(); }
  const FileDescriptor program = call();
  say(program, kFirstLine);
  say(program, "event=TestStart&name=One\n");
  EXPECT_EQ(heard(1), "One");
  say(silent, std::string(kFirstLine) + "event=TestStart&name=Forged\n");
  say(program, "event=TestStart&name=Two\n");
  EXPECT_EQ(heard(1), "Two");
}

TEST_F(EventConnectionsTest, KnowTheProgramByWordsThatComeInPieces) {
  ASSERT_TRUE(connections_);
  const FileDescriptor program = call();
  say(program, kFirstLine.substr(0, 7));
  connections_->read(events_);
  say(program, std::string(kFirstLine.substr(7)) + "event=TestStart&name=One\n");
  const FileDescriptor copy = call();
  say(copy, std::string(kFirstLine) + "event=TestStart&name=Copy\n");
  EXPECT_EQ(heard(1), "One");
  say(program, "event=TestStart&name=Two\n");
  EXPECT_EQ(heard(1), "Two");
}

TEST_F(EventConnectionsTest, TakeTheWordsOfAProgramThatIsGoneAlready) {
  ASSERT_TRUE(connections_);
  {
    const FileDescriptor program = call();
    say(program, std::string(kFirstLine) + "event=TestStart&name=One\n");
  }
  EXPECT_EQ(heard(1), "One");
  const FileDescriptor copy = call();
  say(copy, std::string(kFirstLine) + "event=TestStart&name=Copy\n");
  connections_->read(events_);
  EXPECT_FALSE(events_.next());
}

}  // namespace
}  // namespace carpool
