#include "base/utf8.h"

namespace carpool {

// Table 3-7 of the Unicode standard: the second byte's range depends on the first, which keeps out
// overlong forms, surrogates and what lies beyond U+10FFFF.
Utf8Sequence utf8_sequence(std::string_view bytes) {
  const auto byte_at = [&](std::size_t index) { return static_cast<unsigned char>(bytes[index]); };
  const unsigned char lead = byte_at(0);
  std::size_t length = 0;
  unsigned char low = 0x80;
  unsigned char high = 0xBF;
  if (lead >= 0xC2 && lead <= 0xDF) {
    length = 2;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    length = 3;
    if (lead == 0xE0) low = 0xA0;
    if (lead == 0xED) high = 0x9F;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    length = 4;
    if (lead == 0xF0) low = 0x90;
    if (lead == 0xF4) high = 0x8F;
  } else {
    return {};
  }
  for (std::size_t index = 1; index < length; ++index) {
    if (index >= bytes.size() || byte_at(index) < low || byte_at(index) > high) {
      return {.size = index, .valid = false};
    }
    low = 0x80;
    high = 0xBF;
  }
  return {.size = length, .valid = true};
}

bool is_within_sequence(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

std::string_view beginning(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && is_within_sequence(text[most])) --most;
  return text.substr(0, most);
}

}  // namespace carpool
