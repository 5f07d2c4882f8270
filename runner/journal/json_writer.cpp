#include "journal/json_writer.h"

#include <array>
#include <charconv>
#include <cmath>

#include "base/utf8.h"

namespace carpool {
namespace {

constexpr std::array<bool, 256> plain_bytes() {
  std::array<bool, 256> plain{};
  for (int byte = 0x20; byte < 0x80; ++byte) plain[static_cast<std::size_t>(byte)] = true;
  plain['"'] = false;
  plain['\\'] = false;
  return plain;
}
constexpr std::array<bool, 256> kPlain = plain_bytes();

void append_escape(std::string& text, unsigned char byte) {
  constexpr char kHexDigits[] = "0123456789abcdef";
  switch (byte) {
    case '"':
      text += "\\\"";
      return;
    case '\\':
      text += "\\\\";
      return;
    case '\n':
      text += "\\n";
      return;
    case '\r':
      text += "\\r";
      return;
    case '\t':
      text += "\\t";
      return;
    default:
      break;
  }
  text += "\\u00";
  text += kHexDigits[byte >> 4];
  text += kHexDigits[byte & 15];
}

}  // namespace

void append_json_string(std::string& text, std::string_view bytes) {
  text += '"';
  std::size_t at = 0;
  while (at < bytes.size()) {
    std::size_t end = at;
    while (end < bytes.size() && kPlain[static_cast<unsigned char>(bytes[end])]) ++end;
    text.append(bytes.data() + at, end - at);
    at = end;
    if (at == bytes.size()) break;
    const auto byte = static_cast<unsigned char>(bytes[at]);
    if (byte < 0x80) {
      append_escape(text, byte);
      ++at;
      continue;
    }
    const Utf8Sequence sequence = utf8_sequence(bytes.substr(at));
    text += sequence.valid ? bytes.substr(at, sequence.size) : kReplacementCharacter;
    at += sequence.size;
  }
  text += '"';
}

JsonWriter::JsonWriter(std::string& text, int broken_levels)
    : text_(text), broken_levels_(broken_levels) {}

void JsonWriter::begin_object() { open('{'); }
void JsonWriter::end_object() { close('}'); }
void JsonWriter::begin_array() { open('['); }
void JsonWriter::end_array() { close(']'); }

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  text_ += '"';
  text_ += name;
  text_ += broken_levels_ > 0 ? "\": " : "\":";
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::any_key(std::string_view bytes) {
  separate();
  append_json_string(text_, bytes);
  text_ += broken_levels_ > 0 ? ": " : ":";
  after_key_ = true;
  return *this;
}

void JsonWriter::string(std::string_view bytes) {
  separate();
  append_json_string(text_, bytes);
}

void JsonWriter::integer(std::int64_t number) {
  separate();
  std::array<char, 24> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  text_.append(digits.data(), end);
}

void JsonWriter::number(double number) {
  separate();
  if (!std::isfinite(number)) {
    text_ += "null";  // JSON has no other word for it
    return;
  }
  std::array<char, 64> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  const std::string_view shortest(digits.data(), static_cast<std::size_t>(end - digits.data()));
  text_ += shortest;
  if (shortest.find_first_of(".e") == std::string_view::npos) text_ += ".0";
}

void JsonWriter::boolean(bool value) {
  separate();
  text_ += value ? "true" : "false";
}

void JsonWriter::null() {
  separate();
  text_ += "null";
}

void JsonWriter::strings(const std::vector<std::string>& list) {
  begin_array();
  for (const std::string& item : list) string(item);
  end_array();
}

void JsonWriter::optional_string(std::string_view name, std::string_view bytes) {
  if (!bytes.empty()) key(name).string(bytes);
}

void JsonWriter::optional_strings(std::string_view name, const std::vector<std::string>& list) {
  if (!list.empty()) key(name).strings(list);
}

void JsonWriter::open(char bracket) {
  separate();
  text_ += bracket;
  ++depth_;
  first_ = true;
}

void JsonWriter::close(char bracket) {
  if (!first_) break_line(depth_ - 1);
  --depth_;
  text_ += bracket;
  first_ = false;
}

void JsonWriter::separate() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (!first_) text_ += ',';
  if (depth_ > 0) {
    if (!first_ && broken_levels_ > 0 && depth_ > broken_levels_) text_ += ' ';
    break_line(depth_);
  }
  first_ = false;
}

// `level`: how far what follows is indented. `depth_` is still that of the object or array in
// question.
void JsonWriter::break_line(int level) {
  if (depth_ > broken_levels_) return;
  text_ += '\n';
  text_.append(static_cast<std::size_t>(level) * 2, ' ');
}

}  // namespace carpool
