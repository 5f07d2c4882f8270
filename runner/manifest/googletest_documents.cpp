#include "manifest/googletest_documents.h"

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/utf8.h"

namespace carpool {
namespace {

using Json = nlohmann::json;

int hexadecimal_digit(char character) {
  if (character >= '0' && character <= '9') return character - '0';
  if (character >= 'A' && character <= 'F') return character - 'A' + 10;
  if (character >= 'a' && character <= 'f') return character - 'a' + 10;
  return -1;
}

// The byte that the escape at the start of the text stands for, such as C3; nothing where there is
// no such escape, or the character is one of ASCII.
std::optional<char> escaped_byte(std::string_view text) {
  constexpr std::string_view kStart = "\\u00";
  if (!text.starts_with(kStart) || text.size() < kStart.size() + 2) return std::nullopt;
  const int high = hexadecimal_digit(text[kStart.size()]);
  const int low = hexadecimal_digit(text[kStart.size() + 1]);
  if (high < 8 || low < 0) return std::nullopt;
  return static_cast<char>(high * 16 + low);
}

// The text as GoogleTest meant it: with the bytes, and with the comma that 1.12 leaves out in front
// of what failed outside of all tests.
std::string mended(std::string_view json) {
  constexpr std::size_t kEscape = 6;
  std::string text;
  text.reserve(json.size());
  bool in_string = false;
  char last = ' ';  // that is no space, outside of strings
  for (std::size_t at = 0; at < json.size();) {
    const char next = json[at];
    const bool is_escape = in_string && next == '\\' && at + 1 < json.size();
    if (const auto byte = is_escape ? escaped_byte(json.substr(at)) : std::nullopt) {
      text += *byte;
      at += kEscape;
      continue;
    }
    if (is_escape) {
      text += json.substr(at, 2);  // an escaped backslash escapes nothing behind it
      at += 2;
      continue;
    }
    if (next == '"') in_string = !in_string;
    if (!in_string && next == '{' && last == '}') text += ',';
    if (next != ' ' && next != '\n') last = next;
    text += next;
    ++at;
  }
  return text;
}

std::string with_whole_characters(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  while (!bytes.empty()) {
    const bool is_ascii = static_cast<unsigned char>(bytes.front()) < 0x80;
    const Utf8Sequence next =
        is_ascii ? Utf8Sequence{.size = 1, .valid = true} : utf8_sequence(bytes);
    text += next.valid ? bytes.substr(0, next.size) : kReplacementCharacter;
    bytes.remove_prefix(next.size);
  }
  return text;
}

// Of several members of the same name the first counts for what GoogleTest writes in front of a
// test's own properties, and the last, as ever, for what it writes behind them.
Json parse(std::string_view json) {
  std::map<int, bool> has_result;  // by depth
  const auto keep = [&](int depth, Json::parse_event_t event, const Json& parsed) {
    if (event == Json::parse_event_t::object_start) has_result.erase(depth + 1);
    if (event != Json::parse_event_t::key || parsed != "result") return true;
    return !std::exchange(has_result[depth], true);
  };
  return Json::parse(with_whole_characters(mended(json)), keep);
}

std::string text_or_empty(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() || !found->is_string() ? std::string() : found->get<std::string>();
}

// GoogleTest's own rule, of its default filter.
bool is_disabled(const std::string& suite, const std::string& name) {
  constexpr std::string_view kWord = "DISABLED_";
  return name.starts_with(kWord) || suite.starts_with(kWord) ||
         suite.find("/DISABLED_") != std::string::npos;
}

TestMethod method_of(const std::string& suite, const Json& test) {
  TestMethod method;
  method.name = test.at("name").get<std::string>();
  method.type_parameter = text_or_empty(test, "type_param");
  method.value_parameter = text_or_empty(test, "value_param");
  method.file = text_or_empty(test, "file");
  if (const auto line = test.find("line"); line != test.end() && line->is_number_integer()) {
    method.line = line->get<int>();
  }
  method.disabled = is_disabled(suite, method.name);
  return method;
}

}  // namespace

Result<std::vector<TestClass>> parse_googletest_list(std::string_view json) {
  try {
    const Json document = parse(json);
    std::vector<TestClass> classes;
    for (const Json& suite : document.at("testsuites")) {
      TestClass& of_class = classes.emplace_back();
      of_class.name = suite.at("name").get<std::string>();
      for (const Json& test : suite.at("testsuite")) {
        of_class.methods.push_back(method_of(of_class.name, test));
      }
    }
    return classes;
  } catch (const Json::exception& error) {
    return Error{error.what()};
  }
}

Result<GoogleTestResults> parse_googletest_results(std::string_view json) {
  try {
    const Json document = parse(json);
    GoogleTestResults results;
    for (const Json& suite : document.at("testsuites")) {
      for (const Json& test : suite.at("testsuite")) {
        if (text_or_empty(test, "status") != "RUN") continue;
        const auto failures = test.find("failures");
        const bool failed = failures != test.end() && failures->is_array();
        results[{suite.at("name").get<std::string>(), test.at("name").get<std::string>()}] = {
            .skipped = !failed && text_or_empty(test, "result") == "SKIPPED", .failed = failed};
      }
    }
    return results;
  } catch (const Json::exception& error) {
    return Error{error.what()};
  }
}

}  // namespace carpool
