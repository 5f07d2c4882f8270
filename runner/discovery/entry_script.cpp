#include "discovery/entry_script.h"

#include "base/script_argument.h"

namespace carpool {

std::string without_controls(std::string_view name, std::string_view kept) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string text;
  for (const char character : name) {
    const auto byte = static_cast<unsigned char>(character);
    const bool is_control = byte < 0x20 || byte == 0x7F;
    if (!is_control || kept.find(character) != std::string_view::npos) {
      text += character;
    } else {
      text += "\\x";
      text += kDigits[byte >> 4];
      text += kDigits[byte & 15];
    }
  }
  return text;
}

std::string property_line(std::string_view name, std::string_view value) {
  return "  " + std::string(name) + " " + script_argument(value) + "\n";
}

void EntryScript::add(const std::string& name, const std::string& command,
                      const std::string& properties) {
  names_.push_back(unique(name));
  const std::string argument = script_argument(names_.back());
  commands_ += "add_test(" + argument + " " + command + ")\n";
  commands_ += "set_tests_properties(" + argument + " PROPERTIES\n" + properties + ")\n";
}

std::string EntryScript::unique(const std::string& name) {
  std::string candidate = name;
  for (int number = 2; !taken_.insert(candidate).second; ++number) {
    candidate = name + "#" + std::to_string(number);
  }
  return candidate;
}

// A CMake list cannot hold an unbalanced bracket, so as with gtest_discover_tests() names with
// brackets are not in it.
std::string EntryScript::text(const std::string& list_variable) const {
  std::string list = "list(APPEND " + script_argument(list_variable);
  for (const std::string& name : names_) {
    if (name.find_first_of("[]") != std::string::npos) continue;
    std::string item;
    for (const char byte : name) {
      if (byte == ';') item += '\\';
      item += byte;
    }
    list += "\n  " + script_argument(item);
  }
  return commands_ + list + ")\n";
}

}  // namespace carpool
