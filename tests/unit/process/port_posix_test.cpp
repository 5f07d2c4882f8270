#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "process/file_descriptor.h"
#include "process/port.h"

namespace carpool {
namespace {

// A socket that listens at the port of this machine alone; none where it could not.
FileDescriptor listen_at(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  FileDescriptor descriptor(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const bool done =
      bind(descriptor.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
      listen(descriptor.number(), 1) == 0;
  return done ? std::move(descriptor) : FileDescriptor();
}

TEST(ReservedPort, IsOneThatCanBeListenedAt) {
  const auto port = ReservedPort::take();
  ASSERT_TRUE(port) << port.error().message;
  EXPECT_GE(port->number(), 10'000);
  EXPECT_LE(port->number(), 65'535);
  EXPECT_TRUE(listen_at(port->number()));
}

TEST(ReservedPort, IsNobodyElses) {
  std::vector<ReservedPort> held;
  std::set<int> numbers;
  for (int i = 0; i < 50; ++i) {
    auto port = ReservedPort::take();
    ASSERT_TRUE(port) << port.error().message;
    numbers.insert(port->number());
    held.push_back(std::move(*port));
  }
  EXPECT_EQ(numbers.size(), held.size());
}

TEST(ForeignListener, IsNobodyWhereNobodyListens) {
  const auto port = ReservedPort::take();
  ASSERT_TRUE(port);
  EXPECT_EQ(foreign_listener(port->number(), {}, ""), "");
}

TEST(ForeignListener, IsToldFromTheGangsOwn) {
  const auto port = ReservedPort::take();
  ASSERT_TRUE(port);
  const FileDescriptor listener = listen_at(port->number());
  ASSERT_TRUE(listener);
  EXPECT_EQ(foreign_listener(port->number(), {getpid()}, ""), "");
  EXPECT_EQ(foreign_listener(port->number(), {getppid()}, ""), "");  // a descendant of one of them
  const std::string other = foreign_listener(port->number(), {}, "NOT_IN_ANY_ENVIRONMENT=1");
  EXPECT_NE(other.find(std::to_string(getpid())), std::string::npos) << other;
}

// As an orphan of the gang's is, which the runner has inherited.
TEST(ForeignListener, IsNotOneThatCarriesTheRunsMark) {
  const char* const path = std::getenv("PATH");
  ASSERT_NE(path, nullptr);
  const auto port = ReservedPort::take();
  ASSERT_TRUE(port);
  const FileDescriptor listener = listen_at(port->number());
  ASSERT_TRUE(listener);
  EXPECT_EQ(foreign_listener(port->number(), {}, std::string("PATH=") + path), "");
}

}  // namespace
}  // namespace carpool
