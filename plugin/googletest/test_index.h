#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "framework.h"

namespace carpool {

// Finds classes and methods by their names. Made at the take-over, when the framework has put its
// tests into the order that it will run them in; borrows them from it.
class TestIndex {
 public:
  explicit TestIndex(const testing::UnitTest& unit_test);

  // The class of that name, or nullptr.
  testing::TestSuite* find_suite(const std::string& name) const;

  // The class's tests of that name, in running order: none where there is no such method, several
  // where tests of different files share a name. No positions: the framework reorders its tests
  // when it runs a class.
  std::vector<testing::TestInfo*> find_tests(const testing::TestSuite& suite,
                                             const std::string& name);

 private:
  using Named = std::pair<const char*, std::size_t>;

  void index_tests(const testing::TestSuite& suite);

  std::vector<std::pair<const char*, testing::TestSuite*>> suites_;
  const testing::TestSuite* indexed_ = nullptr;  // the class that the rest is of
  std::vector<testing::TestInfo*> tests_;        // in running order
  std::vector<Named> names_;                     // sorted, with positions in tests_
  bool names_are_unique_ = false;
  std::size_t next_position_ = 0;  // after the test found last
};

}  // namespace carpool
