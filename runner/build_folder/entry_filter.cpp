#include "build_folder/entry_filter.h"

#include <algorithm>
#include <utility>

namespace carpool {

Result<EntryFilter> EntryFilter::create(const EntryWishes& wishes) {
  EntryFilter filter;
  const std::pair<const std::string&, std::optional<NamePattern>&> patterns[] = {
      {wishes.names, filter.names_},
      {wishes.names_left_out, filter.names_left_out_},
      {wishes.labels, filter.labels_},
      {wishes.labels_left_out, filter.labels_left_out_}};
  for (const auto& [expression, pattern] : patterns) {
    if (expression.empty()) continue;
    auto compiled = NamePattern::compile(expression);
    if (!compiled) return compiled.error();
    pattern = std::move(*compiled);
  }
  return filter;
}

bool EntryFilter::takes_labels_of(const CTestEntry& entry) const {
  const std::vector<std::string>& labels = entry.items("LABELS");
  const auto any = [&](const NamePattern& pattern) {
    return std::ranges::any_of(
        labels, [&](const std::string& label) { return pattern.is_found_in(label); });
  };
  if (labels_ && !any(*labels_)) return false;
  return !labels_left_out_ || !any(*labels_left_out_);
}

bool EntryFilter::takes(const std::string& entry, const std::string& method) const {
  const auto finds = [&](const NamePattern& pattern) {
    return pattern.is_found_in(entry) || (!method.empty() && pattern.is_found_in(method));
  };
  if (names_ && !finds(*names_)) return false;
  return !names_left_out_ || !finds(*names_left_out_);
}

}  // namespace carpool
