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

std::vector<int> TestIndex::find_methods(const testing::TestSuite& suite,
                                         const std::string& name) {
  if (indexed_ != &suite) {
    indexed_ = &suite;
    methods_.clear();
    for (int i = 0; i < suite.total_test_count(); ++i) {
      methods_.push_back(Named(suite.GetTestInfo(i)->name(), i));
    }
    std::stable_sort(methods_.begin(), methods_.end(), entry_before<Named>);
  }
  std::vector<int> positions;
  auto at = std::lower_bound(methods_.begin(), methods_.end(), name, entry_before_name<Named>);
  for (; at != methods_.end() && name == at->first; ++at) positions.push_back(at->second);
  return positions;
}

}  // namespace carpool
