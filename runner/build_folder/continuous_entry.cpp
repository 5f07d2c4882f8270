#include "build_folder/continuous_entry.h"

#include <string_view>

namespace carpool {
namespace {

using Words = std::vector<std::string>;

bool is_program(const Words& command, std::string_view name) {
  return !command.empty() && std::filesystem::path(command.front()).filename() == name;
}

bool is_verb(const Words& command, std::string_view verb) {
  return is_program(command, "carpool") && command.size() > 1 && command[1] == verb;
}

// The value of an option of one word, written `--name value` or `--name=value`.
std::string option(const Words& command, std::string_view name) {
  for (std::size_t i = 2; i < command.size(); ++i) {
    const std::string& word = command[i];
    if (word == name) return i + 1 < command.size() ? command[i + 1] : std::string();
    if (word.starts_with(name) && word.compare(name.size(), 1, "=") == 0) {
      return word.substr(name.size() + 1);
    }
  }
  return {};
}

bool has(const Words& command, std::string_view word) {
  for (const std::string& given : command) {
    if (given == word) return true;
  }
  return false;
}

}  // namespace

std::optional<ContinuousEntry> continuous_entry(const Words& command) {
  if (is_program(command, "carpool-exec") && command.size() == 3) {
    return ContinuousEntry{.manifest = command[1], .class_name = {}, .method = command[2]};
  }
  if (!is_verb(command, "run") || !has(command, "--under-ctest")) return std::nullopt;
  ContinuousEntry entry{.manifest = option(command, "--manifest"),
                        .class_name = option(command, "--class"),
                        .method = {}};
  if (entry.manifest.empty()) return std::nullopt;
  return entry;
}

std::optional<std::string> problem_of_entry(const Words& command) {
  constexpr std::string_view kVariable = "CARPOOL_PROBLEM=";
  if (command.size() < 4 || command[2] != "env" || !command[3].starts_with(kVariable)) {
    return std::nullopt;
  }
  return command[3].substr(kVariable.size());
}

bool is_report_entry(const Words& command) {
  return is_verb(command, "report") && has(command, "--under-ctest");
}

}  // namespace carpool
