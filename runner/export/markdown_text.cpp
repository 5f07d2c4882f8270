#include "export/markdown_text.h"

#include "base/utf8.h"
#include "export/xml_text.h"

namespace carpool {
namespace {

constexpr std::string_view kCut = " [...]";

std::string entity(char character) {
  return "&#" + std::to_string(static_cast<int>(static_cast<unsigned char>(character))) + ";";
}

std::string escaped(std::string_view bytes, std::string_view special) {
  std::string text;
  for (const char character : xml_text(bytes)) {
    if (special.find(character) != std::string_view::npos) {
      text += entity(character);
    } else {
      text += character;
    }
  }
  return text;
}

// Backslashes are doubled by nobody: what is shown is for people.
std::string on_one_line(std::string_view bytes) {
  std::string line;
  for (const char byte : bytes) {
    if (byte == '\n') {
      line += "\\n";
    } else if (byte == '\r') {
      line += "\\r";
    } else if (byte == '\t') {
      line += ' ';
    } else {
      line += byte;
    }
  }
  return line;
}

}  // namespace

std::string markdown_code(std::string_view bytes, std::size_t limit) {
  const std::string_view shown = beginning(bytes, limit);
  std::string text =
      "<code>" + escaped(on_one_line(shown), "&<>\"'|`*_~[](){}#@!\\:$^") + "</code>";
  if (shown.size() < bytes.size()) text += kCut;
  return text;
}

std::string markdown_block(std::string_view bytes, std::size_t limit) {
  const std::string_view shown = beginning(bytes, limit);
  std::string text = "<pre>" + escaped(shown, "&<>\"'@#:\r") + "</pre>\n";
  if (shown.size() < bytes.size()) {
    text += "\n" + std::to_string(bytes.size() - shown.size()) + " more bytes, see the report\n";
  }
  return text;
}

}  // namespace carpool
