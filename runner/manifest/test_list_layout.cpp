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

constexpr std::string_view kClassStart = "    {\"name\": \"";
constexpr std::string_view kClassEnd = "\", \"methods\": [";
constexpr std::string_view kMethodStart = "      {\"name\": \"";
constexpr std::string_view kMethodEnd = "}";
constexpr std::string_view kDisabled = ", \"disabled\": true";
constexpr std::string_view kEnabled = ", \"disabled\": false";
constexpr std::string_view kFileMember = "\", \"file\": \"";
constexpr std::string_view kParameterMembers[] = {"\", \"type_parameter\": \"",
                                                  "\", \"value_parameter\": \""};

std::string_view next_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

bool remove_suffix(std::string_view& text, std::string_view suffix) {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(suffix.size());
  return true;
}

bool remove_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// Whether a JSON string between its quotes stands for just these bytes.
bool needs_no_escapes(std::string_view name) {
  return is_utf8(name) && std::ranges::none_of(name, [](char byte) {
           return byte == '"' || byte == '\\' || static_cast<unsigned char>(byte) < 0x20;
         });
}

std::optional<TestMethod> method_in(std::string_view line) {
  TestMethod method;
  if (line.ends_with(',')) line.remove_suffix(1);
  if (!remove_prefix(line, kMethodStart) || !remove_suffix(line, kMethodEnd)) return std::nullopt;
  method.disabled = remove_suffix(line, kDisabled);
  if (!method.disabled && !remove_suffix(line, kEnabled)) return std::nullopt;
  const std::string_view name = line.substr(0, std::min(line.find('"'), line.size()));
  line.remove_prefix(name.size());
  const bool known_member =
      line.starts_with(kFileMember) ||
      std::ranges::any_of(kParameterMembers, [&](auto member) { return line.starts_with(member); });
  if (!known_member || !needs_no_escapes(name)) return std::nullopt;
  method.name = name;
  return method;
}

// Reads methods up to the line that closes their class. False where a line is not one of them.
bool read_methods(std::string_view& lines, std::vector<TestMethod>& methods) {
  const std::string_view block = lines.substr(0, lines.find("\n" + std::string(kClassClosing)));
  methods.reserve(static_cast<std::size_t>(std::ranges::count(block, '\n')) + 1);
  while (!lines.empty()) {
    std::string_view line = next_line(lines);
    if (line == kClassClosing || line == std::string(kClassClosing) + ",") return true;
    auto method = method_in(line);
    if (!method) return false;
    methods.push_back(std::move(*method));
  }
  return false;
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

std::optional<SplitTestList> split_names(std::string_view document) {
  const std::size_t classes = document.find("\n" + std::string(kClassesOpening) + "\n");
  if (classes == std::string_view::npos || !document.ends_with(kDocumentClosing)) {
    return std::nullopt;
  }
  const std::size_t start = classes + 1 + kClassesOpening.size();
  SplitTestList split;
  split.rest = std::string(document.substr(0, start)) + std::string(kDocumentClosing);
  std::string_view lines = document.substr(start + 1);
  lines.remove_suffix(kDocumentClosing.size() - 1);
  while (!lines.empty()) {
    std::string_view name = next_line(lines);
    if (!remove_prefix(name, kClassStart) || !remove_suffix(name, kClassEnd)) return std::nullopt;
    if (!needs_no_escapes(name)) return std::nullopt;
    split.classes.push_back({.name = std::string(name), .methods = {}});
    if (!read_methods(lines, split.classes.back().methods)) return std::nullopt;
  }
  return split;
}

}  // namespace carpool
