#include "broker/ctest_command.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string_view>

namespace carpool {
namespace {

// Options that leave the entries as they are.
constexpr auto kFlags = std::to_array<std::string_view>(
    {"-V", "--verbose", "-VV", "--extra-verbose", "--debug", "--output-on-failure", "-Q", "--quiet",
     "--progress", "--no-label-summary", "--no-subproject-summary", "--schedule-random",
     "--force-new-ctest-process", "--stop-on-failure", "-j", "--parallel", "--no-tests=error",
     "--no-tests=ignore", "--no-compress-output"});

// Each with a value of its own.
constexpr auto kSettings = std::to_array<std::string_view>(
    {"--output-junit", "-O", "--output-log", "--repeat", "--repeat-until-fail", "--test-load",
     "--resource-spec-file", "--test-output-size-passed", "--test-output-size-failed",
     "--test-output-truncation", "-W", "--max-width", "--interactive-debug-mode", "--stop-time",
     "--test-dir", "--timeout"});

// The same, and they say which entries there are.
constexpr auto kSelections = std::to_array<std::string_view>(
    {"-C", "--build-config", "-R", "--tests-regex", "-E", "--exclude-regex", "-L", "--label-regex",
     "-LE", "--label-exclude", "-FA", "--fixture-exclude-any", "-FS", "--fixture-exclude-setup",
     "-FC", "--fixture-exclude-cleanup"});

// The same, of those that may leave the clean-up of a fixture out.
constexpr auto kWithoutCleanUp = std::to_array<std::string_view>(
    {"-FA", "--fixture-exclude-any", "-FC", "--fixture-exclude-cleanup"});

template <std::size_t kSize>
bool has(const std::array<std::string_view, kSize>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// "-j8", "--parallel=8", "--repeat=until-pass:3": a value that is part of the word.
bool carries_its_value(std::string_view word) {
  if (word.starts_with("-j") && is_number(word.substr(2))) return true;
  return word.starts_with("--parallel=") || word.starts_with("--repeat=");
}

bool is_configuration(std::string_view word) { return word == "-C" || word == "--build-config"; }

std::optional<std::chrono::milliseconds> limit_from(const std::string& text) {
  const double seconds = std::strtod(text.c_str(), nullptr);
  if (seconds <= 0) return std::nullopt;
  return std::chrono::milliseconds(std::llround(seconds * 1'000));
}

}  // namespace

CtestCommand read_ctest_command(const std::vector<std::string>& arguments) {
  CtestCommand command;
  std::vector<std::string> configuration;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    const bool has_next = i + 1 < arguments.size();
    command.leaves_clean_up_out = command.leaves_clean_up_out || has(kWithoutCleanUp, word);
    if ((word == "-j" || word == "--parallel") && has_next && is_number(arguments[i + 1])) {
      ++i;
    } else if (has(kFlags, word) || carries_its_value(word)) {
      continue;
    } else if (has(kSettings, word) && has_next) {
      if (word == "--timeout") command.timeout = limit_from(arguments[i + 1]);
      ++i;
    } else if (has(kSelections, word) && has_next) {
      auto& kept = is_configuration(word) ? configuration : command.selection;
      kept.insert(kept.end(), {word, arguments[i + 1]});
      ++i;
    } else {
      command.selection_known = false;
    }
  }
  if (!command.selection_known) command.selection.clear();
  command.selection.insert(command.selection.end(), configuration.begin(), configuration.end());
  return command;
}

}  // namespace carpool
