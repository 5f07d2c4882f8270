#include "base/script_argument.h"

#include <algorithm>

namespace carpool {
namespace {

std::string quoted_argument(std::string_view text) {
  std::string argument = "\"";
  for (const char byte : text) {
    switch (byte) {
      case '\r':
        argument += "\\r";
        break;
      case '\n':
        argument += "\\n";
        break;
      case '"':
      case '\\':
      case '$':
      case '@':
        argument += '\\';
        [[fallthrough]];
      default:
        argument += byte;
    }
  }
  return argument + '"';
}

// The bracket must close nowhere in the text, nor across its end: "]=" would make "]=]=]".
std::string bracket_argument(std::string_view text) {
  std::string equals;
  const auto closes_early = [&](const std::string& sign) {
    return (std::string(text) + "]").find("]" + sign + "]") != std::string::npos;
  };
  do equals += '=';
  while (closes_early(equals));
  // CMake drops a line feed that directly follows the opening bracket.
  const std::string_view kept_line_feed = text.starts_with('\n') ? "\n" : "";
  return "[" + equals + "[" + std::string(kept_line_feed) + std::string(text) + "]" + equals + "]";
}

}  // namespace

std::string script_argument(std::string_view text) {
  std::string content(text);
  std::erase(content, '\0');
  if (content.find('\r') != std::string::npos) return quoted_argument(content);
  return bracket_argument(content);
}

}  // namespace carpool
