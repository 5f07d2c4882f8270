#include "test_index.h"

#include <algorithm>
#include <cstring>

namespace carpool {
namespace {

template <typename Entry>
bool entry_before(const Entry& left, const Entry& right) {
  return std::strcmp(left.first, right.first) < 0;
}

template <typename Entry>
bool same_name(const Entry& left, const Entry& right) {
  return std::strcmp(left.first, right.first) == 0;
}

template <typename Entry>
bool entry_before_name(const Entry& entry, const std::string& name) {
  return entry.first < name;
}

}  // namespace

TestIndex::TestIndex(const testing::UnitTest& unit_test) {
  using Entry = std::pair<const char*, testing::TestSuite*>;
  for (int i = 0; i < unit_test.total_test_suite_count(); ++i) {
    const testing::TestSuite* const suite = unit_test.GetTestSuite(i);
    suites_.push_back(Entry(suite->name(), const_cast<testing::TestSuite*>(suite)));
  }
  std::stable_sort(suites_.begin(), suites_.end(), entry_before<Entry>);
}

testing::TestSuite* TestIndex::find_suite(const std::string& name) const {
  using Entry = std::pair<const char*, testing::TestSuite*>;
  const auto found =
      std::lower_bound(suites_.begin(), suites_.end(), name, entry_before_name<Entry>);
  return found != suites_.end() && name == found->first ? found->second : nullptr;
}

void TestIndex::index_methods(const testing::TestSuite& suite) {
  indexed_ = &suite;
  methods_.clear();
  for (int i = 0; i < suite.total_test_count(); ++i) {
    methods_.push_back(Named(suite.GetTestInfo(i)->name(), i));
  }
  std::stable_sort(methods_.begin(), methods_.end(), entry_before<Named>);
  names_are_unique_ =
      std::adjacent_find(methods_.begin(), methods_.end(), same_name<Named>) == methods_.end();
  next_position_ = 0;
}

std::vector<int> TestIndex::find_methods(const testing::TestSuite& suite, const std::string& name) {
  if (indexed_ != &suite) index_methods(suite);
  // Requests mostly follow the running order.
  if (names_are_unique_ && next_position_ < suite.total_test_count() &&
      name == suite.GetTestInfo(next_position_)->name()) {
    return {next_position_++};
  }
  std::vector<int> positions;
  auto at = std::lower_bound(methods_.begin(), methods_.end(), name, entry_before_name<Named>);
  for (; at != methods_.end() && name == at->first; ++at) positions.push_back(at->second);
  if (!positions.empty()) next_position_ = positions.back() + 1;
  return positions;
}

}  // namespace carpool
