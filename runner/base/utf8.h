#pragma once

#include <cstddef>
#include <string_view>

namespace carpool {

inline constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD";  // U+FFFD

// What stands at the start of some bytes.
struct Utf8Sequence {
  std::size_t size = 1;  // bytes to take
  bool valid = false;    // whether they are a character; else they stand for one U+FFFD, as the
                         // Unicode standard advises
};

// `bytes` begins with one of at least 0x80.
Utf8Sequence utf8_sequence(std::string_view bytes);

}  // namespace carpool
