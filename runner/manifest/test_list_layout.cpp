#include "manifest/test_list_layout.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "manifest/byte_text.h"

namespace carpool {
namespace {

// The block that begins with `opening` at the start of a line, without the comma behind it.
std::string_view find_block(std::string_view document, const std::string& opening) {
  const std::size_t start = document.find("\n" + opening);
  if (start == std::string_view::npos) return {};
  const std::size_t end = document.find("\n" + std::string(kClassClosing), start + opening.size());
  if (end == std::string_view::npos) return {};
  return document.substr(start + 1, end + kClassClosing.size() - start);
}

}  // namespace

std::string class_opening(const std::string& name) {
  std::string opening = "    {\"name\": ";
  opening += nlohmann::json(name).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  if (!is_utf8(name)) opening += ", \"name_bytes\": \"" + to_hexadecimal(name) + "\"";
  return opening + ", \"methods\": [";
}

std::optional<std::string> with_classes_only(std::string_view document,
                                             const std::vector<std::string>& names) {
  const std::size_t classes = document.find("\n" + std::string(kClassesOpening));
  if (names.empty() || classes == std::string_view::npos) return std::nullopt;
  std::string kept(document.substr(0, classes + 1 + kClassesOpening.size()));
  // A class named twice is wanted once.
  std::vector<std::string> wanted = names;
  std::ranges::sort(wanted);
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  const char* separator = "\n";
  for (const std::string& name : wanted) {
    const std::string_view block = find_block(document.substr(classes), class_opening(name));
    if (block.empty()) return std::nullopt;
    kept += separator;
    kept += block;
    separator = ",\n";
  }
  kept += kDocumentClosing;
  return kept;
}

}  // namespace carpool
