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

void TestIndex::index_tests(const testing::TestSuite& suite) {
  indexed_ = &suite;
  tests_.clear();
  names_.clear();
  for (int i = 0; i < suite.total_test_count(); ++i) {
    names_.push_back(Named(suite.GetTestInfo(i)->name(), tests_.size()));
    tests_.push_back(const_cast<testing::TestInfo*>(suite.GetTestInfo(i)));
  }
  std::stable_sort(names_.begin(), names_.end(), entry_before<Named>);
  names_are_unique_ =
      std::adjacent_find(names_.begin(), names_.end(), same_name<Named>) == names_.end();
  next_position_ = 0;
}

std::vector<testing::TestInfo*> TestIndex::find_tests(const testing::TestSuite& suite,
                                                      const std::string& name) {
  if (indexed_ != &suite) index_tests(suite);
  // Requests mostly follow the running order.
  if (names_are_unique_ && next_position_ < tests_.size() &&
      name == tests_[next_position_]->name()) {
    return {tests_[next_position_++]};
  }
  std::vector<testing::TestInfo*> tests;
  auto at = std::lower_bound(names_.begin(), names_.end(), name, entry_before_name<Named>);
  for (; at != names_.end() && name == at->first; ++at) {
    tests.push_back(tests_[at->second]);
    next_position_ = at->second + 1;
  }
  return tests;
}

}  // namespace carpool
