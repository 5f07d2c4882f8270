#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace carpool {

// Selects single tests of one executable through GoogleTest's filter, which has no way to quote its
// own special characters: `*` and `?` are wildcards, `:` parts patterns, `-` begins the exclusions.
// Each of those is replaced by `?` (any one character), and the pattern is given out only if no
// other test of the executable matches it too.
class ExactFilter {
 public:
  // `names`: all tests of the executable, as Suite.Name.
  explicit ExactFilter(const std::vector<std::string>& names);

  // The pattern that selects `name` and nothing else; nothing where there is no such pattern.
  std::optional<std::string> pattern_for(std::string_view name) const;

  // The pattern also where it matches others too.
  static std::string loose_pattern_for(std::string_view name);

 private:
  // `?` stands for exactly one character, so only names of the same length can match.
  std::map<std::size_t, std::vector<std::string>> names_by_length_;
};

}  // namespace carpool
