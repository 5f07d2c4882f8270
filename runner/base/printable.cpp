#include "base/printable.h"

#include <fmt/format.h>

#include "base/utf8.h"

namespace carpool {

std::string printable(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const Utf8Sequence character =
        byte < 0x80 ? Utf8Sequence{.size = 1, .valid = true} : utf8_sequence(text.substr(at));
    const std::string_view bytes = text.substr(at, character.size);
    at += character.size;
    if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F) {
      shown += fmt::format("\\x{:02x}", byte);
    } else if (!character.valid) {  // a terminal may take one for a control, as 0x9B
      for (const char each : bytes) {
        shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(each));
      }
    } else if (byte == 0xC2 && static_cast<unsigned char>(bytes[1]) < 0xA0) {
      shown += fmt::format("\\u{:04x}", static_cast<unsigned char>(bytes[1]));  // also controls
    } else {
      shown += bytes;
    }
  }
  return shown;
}

std::string on_one_line(std::string_view text) {
  std::string line = printable(text);
  for (std::size_t at = 0; (at = line.find_first_of("\n\t", at)) != std::string::npos;) {
    line.replace(at, 1, line[at] == '\n' ? "\\n" : "\\t");
  }
  return line;
}

std::string shortened(std::string_view name, std::size_t most) {
  constexpr std::string_view kCut = "...";
  const std::string line = on_one_line(name);
  if (line.size() <= most) return line;
  std::size_t begin = line.size() - (most - kCut.size());
  while (begin < line.size() && is_within_sequence(line[begin])) ++begin;
  return std::string(kCut) + line.substr(begin);
}

}  // namespace carpool
