#include "archive/compact_json.h"

namespace carpool {
namespace {

bool is_white(char character) {
  return character == ' ' || character == '\n' || character == '\t' || character == '\r';
}

// Behind the closing quote of the string that begins at `begin`; the end where there is none.
std::size_t end_of_string(std::string_view text, std::size_t begin) {
  for (std::size_t at = begin + 1; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '"') {
      return at + 1;
    }
  }
  return text.size();
}

}  // namespace

std::string compact_json(std::string_view text) {
  std::string compact;
  compact.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '"') {
      const std::size_t end = end_of_string(text, at);
      compact += text.substr(at, end - at);
      at = end;
    } else {
      if (!is_white(text[at])) compact += text[at];
      ++at;
    }
  }
  return compact;
}

}  // namespace carpool
