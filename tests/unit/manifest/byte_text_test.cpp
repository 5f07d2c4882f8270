#include "manifest/byte_text.h"

#include <gtest/gtest.h>

namespace carpool {
namespace {

TEST(ByteText, TellsUtf8FromOtherBytes) {
  for (const char* text : {"", "plain", "caf\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x9A\x97"}) {
    EXPECT_TRUE(is_utf8(text)) << text;
  }
  EXPECT_FALSE(is_utf8("caf\xE9")) << "Latin-1";
  EXPECT_FALSE(is_utf8("\xC3")) << "cut short";
  EXPECT_FALSE(is_utf8("\xC0\xAF")) << "longer than needed";
  EXPECT_FALSE(is_utf8("\xED\xA0\x80")) << "a surrogate";
  EXPECT_FALSE(is_utf8("\xF4\x90\x80\x80")) << "beyond Unicode";
  EXPECT_FALSE(is_utf8("\x80")) << "no first byte";
}

TEST(ByteText, HexadecimalGoesThereAndBack) {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  EXPECT_EQ(to_hexadecimal("\x01\xE9z"), "01e97a");
  EXPECT_EQ(from_hexadecimal(to_hexadecimal(all)), all);
}

TEST(ByteText, RefusesWhatIsNotHexadecimal) {
  EXPECT_EQ(from_hexadecimal("0"), std::nullopt);
  EXPECT_EQ(from_hexadecimal("0g"), std::nullopt);
  EXPECT_EQ(from_hexadecimal("0A"), std::nullopt);
}

}  // namespace
}  // namespace carpool
