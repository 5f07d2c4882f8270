#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace carpool {

// How `--help` lays options out. CLI11 adds to each the names of all that it does not go with, and
// the range of its values in its own notation: whoever gives a wrong one is told then.
class HelpLayout final : public CLI::Formatter {
 public:
  // A flag that may have a value carries the one that it has without it: --shuffle{any}.
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    const std::string name = CLI::Formatter::make_option_name(option, is_positional);
    return name.substr(0, name.find('{'));
  }

  std::string make_option_opts(const CLI::Option* option) const override {
    if (option->get_type_size() == 0) return {};
    const std::string type = option->get_type_name();
    std::string text = " " + type.substr(0, type.find(':'));
    if (!option->get_default_str().empty()) text += "=" + option->get_default_str();
    if (option->get_expected_max() > 1) text += " ...";
    if (option->get_required()) text += " (required)";
    return text;
  }
};

}  // namespace carpool
