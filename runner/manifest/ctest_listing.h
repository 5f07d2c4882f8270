#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace carpool {

// One test of a build folder as CTest knows it.
struct CTestEntry {
  std::string name;
  std::vector<std::string> command;  // empty where CTest knows none
  // The items of list values, or the one value: "1", "true" and "false" where they are no texts.
  // What is neither (RESOURCE_GROUPS) has no items.
  std::vector<std::pair<std::string, std::vector<std::string>>> properties;

  // The items of a property; empty where it is not set.
  const std::vector<std::string>& items(std::string_view property) const;
  bool is_set(std::string_view property) const;
  bool is_true(std::string_view property) const;
};

// What `ctest --show-only=json-v1` printed. The error says what is wrong with it. Source: CMake's
// manual of ctest(1), "Show as JSON Object Model".
Result<std::vector<CTestEntry>> parse_ctest_listing(std::string_view json);

}  // namespace carpool
