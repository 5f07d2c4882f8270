#include "protocol/message.h"

#include <gtest/gtest.h>

namespace carpool::protocol {
namespace {

TEST(Message, RoundTripsEveryByte) {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  const std::string line = encode({"run", {all, "", "b"}});

  EXPECT_EQ(line.find('\n'), line.size() - 1);
  Message message;
  ASSERT_TRUE(decode(line.data(), line.size() - 1, message));
  EXPECT_EQ(message.word, "run");
  EXPECT_EQ(message.fields, (std::vector<std::string>{all, "", "b"}));
}

TEST(Message, KeepsAnEmptyLastField) {
  Message message;
  ASSERT_TRUE(decode("ready\tok\t", 9, message));
  EXPECT_EQ(message.fields, (std::vector<std::string>{"ok", ""}));
}

TEST(Message, RefusesBrokenEscapesAndEmptyWords) {
  Message message;
  for (const std::string line : {"", "\tx", "a\t%", "a\t%4", "a\t%4g", "a\t%0a"}) {
    EXPECT_FALSE(decode(line.data(), line.size(), message)) << line;
  }
}

TEST(Message, ParsesOnlyWholeNumbersThatFit) {
  std::int64_t value = 0;
  EXPECT_TRUE(parse_number("9223372036854775807", value));
  EXPECT_EQ(value, 9223372036854775807);
  for (const char* text :
       {"", "-1", "+1", " 1", "1 ", "0x1", "9223372036854775808", "99999999999999999999"}) {
    EXPECT_FALSE(parse_number(text, value)) << text;
  }
}

}  // namespace
}  // namespace carpool::protocol
