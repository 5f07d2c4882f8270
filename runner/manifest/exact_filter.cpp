#include "manifest/exact_filter.h"

#include <algorithm>

namespace carpool {
namespace {

constexpr std::string_view kSpecial = "*?:-";

bool matches(std::string_view pattern, std::string_view name) {
  return std::equal(pattern.begin(), pattern.end(), name.begin(), name.end(),
                    [](char wanted, char found) { return wanted == '?' || wanted == found; });
}

}  // namespace

ExactFilter::ExactFilter(const std::vector<std::string>& names) {
  for (const std::string& name : names) names_by_length_[name.size()].push_back(name);
}

std::string ExactFilter::loose_pattern_for(std::string_view name) {
  std::string pattern(name);
  std::replace_if(
      pattern.begin(), pattern.end(),
      [](char c) { return kSpecial.find(c) != std::string_view::npos; }, '?');
  return pattern;
}

std::optional<std::string> ExactFilter::pattern_for(std::string_view name) const {
  const std::string pattern = loose_pattern_for(name);
  if (name.find_first_of(kSpecial) == std::string_view::npos) return pattern;
  const auto same_length = names_by_length_.find(name.size());
  if (same_length == names_by_length_.end()) return pattern;
  const auto matching =
      std::count_if(same_length->second.begin(), same_length->second.end(),
                    [&](const std::string& other) { return matches(pattern, other); });
  if (matching > 1) return std::nullopt;
  return pattern;
}

}  // namespace carpool
