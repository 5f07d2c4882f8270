#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "manifest/test_list.h"

namespace carpool {

// One method that both sides run. Without a `filter` no plain process can be told to run just it.
struct ComparedMethod {
  std::string name;
  std::optional<std::string> filter = std::nullopt;  // GoogleTest's pattern for this method alone
};

struct ComparedClass {
  std::string name;
  std::vector<ComparedMethod> methods;
};

// The wanted classes (all where `wanted` is empty) with their methods, without those that are
// disabled: neither ctest nor Carpool runs them. A wanted class that does not exist is an error,
// and so is a selection without any method.
Result<std::vector<ComparedClass>> compared_classes(const TestList& tests,
                                                    const std::vector<std::string>& wanted);

// How many disabled methods the wanted classes have.
std::size_t count_disabled(const TestList& tests, const std::vector<std::string>& wanted);

std::size_t count_methods(const std::vector<ComparedClass>& classes);

// "Suite.Name".
std::string full_name(const ComparedClass& compared, const ComparedMethod& method);

// An error where the executable is not the one whose tests are listed: the two ways would not run
// the same tests, and would run others than the comparison speaks of.
Result<void> expect_listed_executable(const TestList& tests);

}  // namespace carpool
