#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "manifest/test_list.h"

namespace carpool {

// The JSON that GoogleTest writes itself with --gtest_output=json:<file>, since 1.10. Source: its
// user's guide, "Generating a JSON Report", and its JsonUnitTestResultPrinter. Up to 1.12 that
// writes each byte above 0x7F as an escape of its own, as if texts were Latin-1: what it says is
// the bytes, which are UTF-8 mostly.

// What an executable with --gtest_list_tests has.
Result<std::vector<TestClass>> parse_googletest_list(std::string_view json);

// How one test ended. What a test records as a property of its own (RecordProperty()) stands among
// the members, and decides nothing.
struct GoogleTestResult {
  bool skipped = false;
  bool failed = false;
};

// Of all tests that were run, by suite and name.
using GoogleTestResults = std::map<std::pair<std::string, std::string>, GoogleTestResult>;
Result<GoogleTestResults> parse_googletest_results(std::string_view json);

}  // namespace carpool
