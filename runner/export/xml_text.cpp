#include "export/xml_text.h"

#include "base/utf8.h"

namespace carpool {
namespace {

bool is_plain(unsigned char byte) {
  return (byte >= 0x20 && byte < 0x80) || byte == '\t' || byte == '\n' || byte == '\r';
}

// U+FFFE and U+FFFF are characters of UTF-8, but not of XML.
bool is_noncharacter(std::string_view character) {
  return character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF";
}

}  // namespace

std::string xml_text(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  for (std::size_t at = 0; at < bytes.size();) {
    const auto byte = static_cast<unsigned char>(bytes[at]);
    if (byte < 0x80) {
      if (is_plain(byte)) {
        text += bytes[at];
      } else {
        text += kReplacementCharacter;
      }
      ++at;
      continue;
    }
    const Utf8Sequence sequence = utf8_sequence(bytes.substr(at));
    const std::string_view character = bytes.substr(at, sequence.size);
    text += sequence.valid && !is_noncharacter(character) ? character : kReplacementCharacter;
    at += sequence.size;
  }
  return text;
}

}  // namespace carpool
