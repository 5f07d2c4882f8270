#include "message.h"

#include <limits>
#include <utility>

namespace carpool {
namespace protocol {
namespace {

const char kHexDigits[] = "0123456789ABCDEF";

bool must_escape(unsigned char byte) { return byte < 0x20 || byte == 0x7F || byte == '%'; }

int hex_value(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
  return -1;
}

bool unescape(const char* begin, const char* end, std::string& text) {
  text.reserve(static_cast<std::size_t>(end - begin));
  for (const char* at = begin; at != end; ++at) {
    if (*at != '%') {
      text += *at;
      continue;
    }
    if (end - at < 3) return false;
    const int high = hex_value(at[1]);
    const int low = hex_value(at[2]);
    if (high < 0 || low < 0) return false;
    text += static_cast<char>(high * 16 + low);
    at += 2;
  }
  return true;
}

}  // namespace

void append_escaped(std::string& line, const char* bytes, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    const unsigned char byte = static_cast<unsigned char>(bytes[i]);
    if (must_escape(byte)) {
      line += '%';
      line += kHexDigits[byte >> 4];
      line += kHexDigits[byte & 15];
    } else {
      line += bytes[i];
    }
  }
}

std::string encode(const Message& message) {
  std::string line = message.word;
  for (const std::string& field : message.fields) {
    line += '\t';
    append_escaped(line, field.data(), field.size());
  }
  line += '\n';
  return line;
}

bool decode(const char* bytes, std::size_t size, Message& message) {
  message.word.clear();
  message.fields.clear();
  const char* const end = bytes + size;
  const char* at = bytes;
  for (bool first = true;; first = false) {
    const char* tab = at;
    while (tab != end && *tab != '\t') ++tab;
    std::string text;
    if (!unescape(at, tab, text)) return false;
    if (first) {
      message.word = std::move(text);
    } else {
      message.fields.push_back(std::move(text));
    }
    if (tab == end) break;
    at = tab + 1;
  }
  return !message.word.empty();
}

bool parse_number(const std::string& text, std::int64_t& value) {
  if (text.empty() || text.size() > 19) return false;
  std::uint64_t sum = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '9') return false;
    sum = sum * 10 + static_cast<std::uint64_t>(digit - '0');
  }
  if (sum > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return false;
  value = static_cast<std::int64_t>(sum);
  return true;
}

std::string output_mark(const std::string& secret, std::uint64_t number) {
  std::string mark(1, '\0');
  mark += "carpool-mark ";
  mark += secret;
  mark += ' ';
  mark += std::to_string(number);
  mark += '\n';
  return mark;
}

}  // namespace protocol
}  // namespace carpool
