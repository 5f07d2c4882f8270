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

  // The positions, in running order, of the class's methods of that name: none where there is no
  // such method, several where tests of different files share a name.
  std::vector<int> find_methods(const testing::TestSuite& suite, const std::string& name);

 private:
  using Named = std::pair<const char*, int>;

  void index_methods(const testing::TestSuite& suite);

  std::vector<std::pair<const char*, testing::TestSuite*>> suites_;
  const testing::TestSuite* indexed_ = nullptr;  // the class that methods_ is of
  std::vector<Named> methods_;
  bool names_are_unique_ = false;
  int next_position_ = 0;  // after the method found last
};

}  // namespace carpool
