#include "discovery/method_names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace carpool {
namespace {

using Version = std::array<int, 3>;

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kWhiteSpace = " \t\n\v\f\r";
constexpr std::string_view kDisabled = "DISABLED_";

std::optional<Version> parse_version(std::string_view text) {
  Version version{};
  for (int& part : version) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), part);
    if (error != std::errc()) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text.starts_with('.')) text.remove_prefix(1);
  }
  return version;
}

std::string without_disabled(std::string name, const NamingRules& rules) {
  do {
    if (!name.starts_with(kDisabled)) break;
    name.erase(0, kDisabled.size());
  } while (rules.strips_repeatedly);
  return name;
}

std::string_view stripped(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kWhiteSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kWhiteSpace) - begin + 1);
}

// As GoogleTest prints a type or a value in its list of tests: in one line, and only so much.
std::string on_one_line(const std::string& parameter) {
  constexpr int kMost = 250;
  std::string line;
  int printed = 0;
  for (const char character : parameter) {
    if (printed >= kMost) return line + "...";
    if (character == '\n') {
      line += "\\n";
      printed += 2;
    } else {
      line += character;
      ++printed;
    }
  }
  return line;
}

// "/<digits><spaces, dots, hashes><label>" in a line of the printed list: what stands before, the
// digits, and what stands behind.
struct Labelled {
  std::string_view before;
  std::string_view index;
  std::string_view behind;
};

std::optional<Labelled> labelled_at(std::string_view line, std::size_t slash,
                                    std::string_view separators, std::string_view label) {
  const std::size_t digits_end = line.find_first_not_of(kDigits, slash + 1);
  if (digits_end == std::string_view::npos || digits_end == slash + 1) return std::nullopt;
  const std::size_t begin = line.find_first_not_of(separators, digits_end);
  if (begin == std::string_view::npos || begin == digits_end) return std::nullopt;
  if (!line.substr(begin).starts_with(label)) return std::nullopt;
  return Labelled{line.substr(0, slash), line.substr(slash + 1, digits_end - slash - 1),
                  line.substr(begin + label.size())};
}

std::optional<Labelled> first_labelled(std::string_view line, std::string_view separators,
                                       std::string_view label) {
  for (std::size_t slash = line.find('/'); slash != std::string_view::npos;
       slash = line.find('/', slash + 1)) {
    if (const auto found = labelled_at(line, slash, separators, label)) return found;
  }
  return std::nullopt;
}

std::optional<Labelled> last_labelled(std::string_view line, std::string_view separators,
                                      std::string_view label) {
  for (std::size_t slash = line.rfind('/'); slash != std::string_view::npos;
       slash = slash == 0 ? std::string_view::npos : line.rfind('/', slash - 1)) {
    if (const auto found = labelled_at(line, slash, separators, label)) return found;
  }
  return std::nullopt;
}

// Where a typed suite's own name ends in its line of the printed list.
std::size_t suite_end(std::string_view line, const NamingRules& rules) {
  std::size_t slash = line.find('/');
  while (!rules.cuts_at_any_slash && slash != std::string_view::npos &&
         (slash + 1 == line.size() || kDigits.find(line[slash + 1]) == std::string_view::npos)) {
    slash = line.find('/', slash + 1);
  }
  return slash;
}

// Of a typed suite: the name's beginning and, in angle brackets, its end. A suite whose types were
// given names has no number, and the whole line stands in both places.
std::pair<std::string, std::string> printed_typed_suite(const TargetManifest& manifest,
                                                        const NamingRules& rules,
                                                        const std::string& name,
                                                        const std::string& type) {
  const std::string line = name + ".  # TypeParam = " + on_one_line(type);
  std::string in_brackets = line;
  if (const auto found = last_labelled(line, " .#", "TypeParam = ")) {
    in_brackets = manifest.pretty_types ? found->behind : found->index;
  }
  return {line.substr(0, suite_end(line, rules)), "<" + in_brackets + ">"};
}

// A value takes the place of its number. One that was given a name has no number, and the whole
// line becomes the name.
std::string printed_method(const TargetManifest& manifest, const TestMethod& method) {
  if (method.value_parameter.empty() || !manifest.pretty_values) return method.name;
  const std::string whole = method.name + "  # GetParam() = " + on_one_line(method.value_parameter);
  const std::string_view line = stripped(whole);
  const auto found = first_labelled(line, " #", "GetParam() = ");
  if (!found) return std::string(line);
  return std::string(found->before) + "/" + std::string(found->behind);
}

// The versions that read what `--gtest_list_tests` prints. They break on what Carpool names all the
// same: names with hashes or spaces at an end, with line feeds, or with a backslash at the end,
// lines that mention gtest_main.cc, and values that print as nothing.
std::string name_by_printed_list(const TargetManifest& manifest, const NamingRules& rules,
                                 const TestClass& test_class, const TestMethod& method) {
  std::pair<std::string, std::string> suite(test_class.name, "");
  if (!method.type_parameter.empty()) {
    suite = printed_typed_suite(manifest, rules, test_class.name, method.type_parameter);
  }
  return without_disabled(suite.first, rules) + "." +
         without_disabled(printed_method(manifest, method), rules) + suite.second;
}

// The part behind the last slash, with something on both sides of it.
std::size_t last_part(const std::string& name) {
  const std::size_t slash = name.size() < 2 ? std::string::npos : name.rfind('/', name.size() - 2);
  return slash == 0 ? std::string::npos : slash;
}

std::string with_value(const std::string& name, const std::string& value,
                       const NamingRules& rules) {
  if (rules.replaces_given_names) return name.substr(0, last_part(name)) + "/" + value;
  const std::size_t slash = name.rfind('/');
  if (slash == std::string::npos || slash + 1 == name.size() ||
      name.find_first_not_of(kDigits, slash + 1) != std::string::npos) {
    return name;
  }
  return name.substr(0, slash + 1) + value;
}

// The versions that read GoogleTest's JSON. They break on a name that ends in "]=".
std::string name_by_json(const TargetManifest& manifest, const NamingRules& rules,
                         const TestClass& test_class, const TestMethod& method) {
  std::string suite = without_disabled(test_class.name, rules);
  std::string name = without_disabled(method.name, rules);
  if (!method.value_parameter.empty() && manifest.pretty_values) {
    name = with_value(name, method.value_parameter, rules);
  }
  if (method.type_parameter.empty()) return suite + "." + name;
  std::string in_brackets;
  if (const std::size_t slash = last_part(suite); slash != std::string::npos) {
    in_brackets = suite.substr(slash + 1);
    suite.erase(slash);
  }
  if (manifest.pretty_types) in_brackets = method.type_parameter;
  return suite + "." + name + (in_brackets.empty() ? "" : "<" + in_brackets + ">");
}

}  // namespace

NamingRules naming_rules(std::string_view cmake_version) {
  const Version version = parse_version(cmake_version).value_or(Version{9999, 0, 0});
  return {.reads_printed_list = version < Version{4, 2, 0},
          .cuts_at_any_slash = version < Version{3, 25, 3},
          .replaces_given_names = version < Version{4, 4, 0},
          .strips_repeatedly = version < Version{4, 3, 0}};
}

std::string method_name(const TargetManifest& manifest, const NamingRules& rules,
                        const TestClass& test_class, const TestMethod& method) {
  return rules.reads_printed_list ? name_by_printed_list(manifest, rules, test_class, method)
                                  : name_by_json(manifest, rules, test_class, method);
}

}  // namespace carpool
