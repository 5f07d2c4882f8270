#include "base/printable.h"

#include <fmt/format.h>

#include "base/utf8.h"

namespace carpool {

std::string printable(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const auto next = at + 1 < text.size() ? static_cast<unsigned char>(text[at + 1]) : 0;
    if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F) {
      shown += fmt::format("\\x{:02x}", byte);
    } else if (byte == 0xC2 && next >= 0x80 && next < 0xA0) {  // U+0080 to U+009F, also controls
      shown += fmt::format("\\u{:04x}", next);
      ++at;
    } else {
      shown += text[at];
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
