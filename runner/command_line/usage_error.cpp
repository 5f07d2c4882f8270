#include "command_line/usage_error.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace carpool {
namespace {

using Pair = std::pair<std::string, std::string>;

std::optional<Pair> split(const std::string& text, std::string_view middle) {
  const std::size_t at = text.find(middle);
  if (at == std::string::npos) return std::nullopt;
  return Pair(text.substr(0, at), text.substr(at + middle.size()));
}

// ctest's users know these by their short names.
constexpr std::pair<std::string_view, std::string_view> kShort[] = {
    {"--tests-regex", "-R"},    {"--exclude-regex", "-E"}, {"--label-regex", "-L"},
    {"--label-exclude", "-LE"}, {"--build-config", "-C"},  {"executable", "an executable"}};

std::string known_as(const std::string& option) {
  const auto found =
      std::ranges::find(kShort, option, &std::pair<std::string_view, std::string_view>::first);
  return found == std::end(kShort) ? option : std::string(found->second);
}

bool is_of_build(const std::string& option) {
  return option != "executable" && known_as(option) != option;
}

bool is_exact_name(const std::string& option) {
  return option == "--class" || option == "--method";
}

std::string clash_in_words(Pair options) {
  if (is_of_build(options.second) || is_exact_name(options.second)) {
    std::swap(options.first, options.second);
  }
  const std::string one = known_as(options.first);
  const std::string other = known_as(options.second);
  if (is_of_build(options.first)) {
    return one + " is for --build and does not go with " + other +
           ": choose there by --class and --method";
  }
  if (is_exact_name(options.first)) {
    return one + " is for one target or executable and does not go with " + other +
           ": pick there by name, -R Suite.Name";
  }
  return "give " + one + " or " + other + ", not both";
}

// Letters put in, left out, put in place of others or swapped with the next: as many as it takes.
std::size_t distance(std::string_view one, std::string_view other) {
  std::vector<std::vector<std::size_t>> cost(one.size() + 1,
                                             std::vector<std::size_t>(other.size() + 1));
  for (std::size_t i = 0; i <= one.size(); ++i) {
    for (std::size_t j = 0; j <= other.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      const bool same = one[i - 1] == other[j - 1];
      cost[i][j] =
          std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (same ? 0u : 1u)});
      const bool swapped =
          i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1];
      if (swapped) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost.back().back();
}

// The option that was meant, most likely; empty where none is near.
std::string nearest(const std::string& word, const std::vector<std::string>& options) {
  std::string best;
  std::size_t least = std::max<std::size_t>(word.size() / 3, 1) + 1;
  for (const std::string& option : options) {
    if (!option.starts_with("--")) continue;
    const std::size_t away = distance(word, option);
    if (away >= least) continue;
    least = away;
    best = option;
  }
  return best;
}

}  // namespace

std::string usage_error_in_words(const std::string& what) {
  if (const auto clash = split(what, " excludes ")) return clash_in_words(*clash);
  if (const auto lack = split(what, " requires ")) {
    return lack->first + " is for " + known_as(lack->second) + ", and there is none";
  }
  if (const auto value = split(what, ": Value ")) {
    if (const auto range = split(value->second, " not in range ")) {
      return value->first + ": '" + range->first + "' is none: give a number from " + range->second;
    }
  }
  const auto missing = split(what, ": ");
  if (missing && missing->second.ends_with(" missing") &&
      missing->second.find(" required ") != std::string::npos) {
    return missing->first + " needs a value behind it";
  }
  return what;
}

std::string unexpected_in_words(const std::vector<std::string>& unexpected,
                                const std::vector<std::string>& options) {
  const auto option = std::ranges::find_if(
      unexpected, [](const std::string& word) { return word.starts_with("-"); });
  if (option == unexpected.end()) {
    return "'" + unexpected.front() +
           "' is one word too many (arguments for an executable stand behind --)";
  }
  const std::string word = option->substr(0, option->find('='));
  const std::string meant = nearest(word, options);
  return "there is no option '" + word + "'" +
         (meant.empty() ? "" : ": did you mean " + meant + "?");
}

std::string misplaced_seed(const std::vector<std::string>& words) {
  for (std::size_t at = 0; at + 1 < words.size() && words[at] != "--"; ++at) {
    const std::string& next = words[at + 1];
    const bool is_number =
        !next.empty() && next.find_first_not_of("0123456789") == std::string::npos;
    if (words[at] == "--shuffle" && is_number) {
      return "--shuffle takes its seed behind an equals sign: write --shuffle=" + next;
    }
  }
  return {};
}

}  // namespace carpool
