#include "manifest/byte_text.h"

#include <cstddef>
#include <cstdint>

namespace carpool {
namespace {

// The shape of a multi-byte sequence by its first byte: how many bytes follow, and the smallest
// code point that needs so many.
struct Sequence {
  std::size_t following;
  std::uint32_t bits;
  std::uint32_t least;
};

std::optional<Sequence> sequence_begun_by(unsigned char first) {
  if ((first & 0xE0) == 0xC0) return Sequence{1, first & 0x1Fu, 0x80};
  if ((first & 0xF0) == 0xE0) return Sequence{2, first & 0x0Fu, 0x800};
  if ((first & 0xF8) == 0xF0) return Sequence{3, first & 0x07u, 0x10000};
  return std::nullopt;
}

int hexadecimal_value(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  return -1;
}

}  // namespace

bool is_utf8(std::string_view bytes) {
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    const unsigned char first = static_cast<unsigned char>(bytes[at]);
    if (first < 0x80) continue;
    const auto sequence = sequence_begun_by(first);
    if (!sequence || bytes.size() - at <= sequence->following) return false;
    std::uint32_t code_point = sequence->bits;
    for (std::size_t i = 0; i < sequence->following; ++i) {
      const unsigned char next = static_cast<unsigned char>(bytes[++at]);
      if ((next & 0xC0) != 0x80) return false;
      code_point = code_point << 6 | (next & 0x3Fu);
    }
    const bool surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
    if (code_point < sequence->least || code_point > 0x10FFFF || surrogate) return false;
  }
  return true;
}

std::string to_hexadecimal(std::string_view bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const char byte : bytes) {
    text += kDigits[static_cast<unsigned char>(byte) >> 4];
    text += kDigits[static_cast<unsigned char>(byte) & 15];
  }
  return text;
}

std::optional<std::string> from_hexadecimal(std::string_view digits) {
  if (digits.size() % 2 != 0) return std::nullopt;
  std::string bytes;
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    const int high = hexadecimal_value(digits[i]);
    const int low = hexadecimal_value(digits[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    bytes += static_cast<char>(high * 16 + low);
  }
  return bytes;
}

}  // namespace carpool
