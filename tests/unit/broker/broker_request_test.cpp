#include "broker/broker_request.h"

#include <gtest/gtest.h>

#include <cstring>

namespace carpool {
namespace {

BrokerRequest sample() {
  return {.what = BrokerRequest::What::kRun,
          .ctest = {.process_id = 4711, .start_ticks = 987654321, .is_ctest = true},
          .manifest = "/b/carpool.tests/core/manifest.json",
          .method = "Suite.with\nnewline and \xff",
          .directory = "/b dir",
          .environment = {"PATH=/bin", "EMPTY=", "ODD=a=b\n"}};
}

BrokerRequest read_back(std::string_view bytes) {
  BrokerRequestReader reader;
  reader.feed(bytes);
  auto request = reader.next();
  EXPECT_TRUE(request && *request);
  return request && *request ? std::move(**request) : BrokerRequest{};
}

std::string error_of(std::string_view bytes) {
  BrokerRequestReader reader;
  reader.feed(bytes);
  const auto request = reader.next();
  if (!request) return "none yet";
  return *request ? "" : request->error().message;
}

// A request of these strings, whatever they are.
std::string request_of(const std::vector<std::string>& strings) {
  std::string body;
  for (const std::string& text : strings) body += text + '\0';
  const exec::RequestHeader header{static_cast<std::uint32_t>(body.size()),
                                   static_cast<std::uint32_t>(strings.size())};
  std::string bytes(sizeof header, '\0');
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes + body;
}

TEST(BrokerRequest, ArrivesAsItWasSent) {
  const BrokerRequest request = read_back(encode(sample()));
  EXPECT_EQ(request.what, BrokerRequest::What::kRun);
  EXPECT_EQ(request.ctest.process_id, 4711);
  EXPECT_EQ(request.ctest.start_ticks, 987654321u);
  EXPECT_TRUE(request.ctest.is_ctest);
  EXPECT_EQ(request.manifest, sample().manifest);
  EXPECT_EQ(request.method, sample().method);
  EXPECT_EQ(request.directory, sample().directory);
  EXPECT_EQ(request.environment, sample().environment);
}

TEST(BrokerRequest, IsTakenBackByWhatComesBehindIt) {
  BrokerRequestReader reader;
  reader.feed(encode(sample()));
  ASSERT_TRUE(reader.next());
  EXPECT_FALSE(reader.has_more());
  reader.feed(std::string(1, exec::kTakenBack));
  EXPECT_TRUE(reader.has_more());
  EXPECT_TRUE(reader.next());
}

TEST(BrokerRequest, KeepsNothingThatComesBehindIt) {
  BrokerRequestReader reader;
  reader.feed(encode(sample()));
  EXPECT_FALSE(reader.is_over());
  reader.feed("x");
  EXPECT_TRUE(reader.is_over());
  BrokerRequestReader refused;
  refused.feed("GET / HTTP/1.1\r\n");
  EXPECT_TRUE(refused.is_over());
}

TEST(BrokerRequest, AsksForAnAnswerOnly) {
  const auto bytes = request_of({exec::kAlive, "0", "0", "0", "", "", ""});
  EXPECT_EQ(read_back(bytes).what, BrokerRequest::What::kAlive);
}

TEST(BrokerRequest, ArrivesInPieces) {
  const std::string bytes = encode(sample());
  BrokerRequestReader reader;
  for (std::size_t i = 0; i + 1 < bytes.size(); ++i) {
    reader.feed(bytes.substr(i, 1));
    ASSERT_FALSE(reader.next()) << i;
  }
  reader.feed(bytes.substr(bytes.size() - 1));
  const auto request = reader.next();
  ASSERT_TRUE(request && *request);
  EXPECT_EQ((**request).method, sample().method);
}

TEST(BrokerRequest, IsRefusedWhereItIsNone) {
  EXPECT_EQ(error_of("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"), "what came is no request");
  EXPECT_EQ(error_of(request_of({"run", "1", "2", "1"})), "what came is no request");
  EXPECT_EQ(error_of(request_of({"stop", "1", "2", "1", "m", "S.N", "/"})),
            "a request of an unknown kind: stop");
  EXPECT_EQ(error_of(request_of({"run", "x", "2", "1", "m", "S.N", "/"})),
            "a request that does not say which ctest it is part of");
  std::string short_of_one = request_of({"run", "1", "2", "1", "m", "S.N", "/"});
  short_of_one[4] = 8;  // says to hold one string more than it does
  EXPECT_EQ(error_of(short_of_one), "what came is no request");
}

}  // namespace
}  // namespace carpool
