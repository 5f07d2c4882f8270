#include "compare/compared_tests.h"

#include <algorithm>

#include "manifest/exact_filter.h"

namespace carpool {
namespace {

std::vector<std::string> all_names(const TestList& tests) {
  std::vector<std::string> names;
  for (const TestClass& test_class : tests.classes) {
    for (const TestMethod& method : test_class.methods)
      names.push_back(test_class.name + "." + method.name);
  }
  return names;
}

bool is_wanted(const TestClass& test_class, const std::vector<std::string>& wanted) {
  return wanted.empty() || std::ranges::find(wanted, test_class.name) != wanted.end();
}

}  // namespace

std::size_t count_disabled(const TestList& tests, const std::vector<std::string>& wanted) {
  std::size_t count = 0;
  for (const TestClass& test_class : tests.classes) {
    if (!is_wanted(test_class, wanted)) continue;
    count += static_cast<std::size_t>(
        std::ranges::count(test_class.methods, true, &TestMethod::disabled));
  }
  return count;
}

Result<std::vector<ComparedClass>> compared_classes(const TestList& tests,
                                                    const std::vector<std::string>& wanted) {
  for (const std::string& name : wanted) {
    if (std::ranges::find(tests.classes, name, &TestClass::name) == tests.classes.end()) {
      return Error{"there is no class '" + name + "' in " + tests.executable.path.string() +
                   " (names are case-sensitive and whole)"};
    }
  }
  const ExactFilter filter(all_names(tests));
  std::vector<ComparedClass> classes;
  for (const TestClass& test_class : tests.classes) {
    if (!is_wanted(test_class, wanted)) continue;
    ComparedClass compared{.name = test_class.name, .methods = {}};
    for (const TestMethod& method : test_class.methods) {
      if (method.disabled) continue;
      compared.methods.push_back(
          {.name = method.name, .filter = filter.pattern_for(test_class.name + "." + method.name)});
    }
    if (!compared.methods.empty()) classes.push_back(std::move(compared));
  }
  if (classes.empty()) {
    return Error{"no test to compare in " + tests.executable.path.string() +
                 ": what was selected is disabled, or there are no tests"};
  }
  return classes;
}

std::size_t count_methods(const std::vector<ComparedClass>& classes) {
  std::size_t count = 0;
  for (const ComparedClass& compared : classes) count += compared.methods.size();
  return count;
}

std::string full_name(const ComparedClass& compared, const ComparedMethod& method) {
  return compared.name + "." + method.name;
}

Result<void> expect_listed_executable(const TestList& tests) {
  const auto now = identify_executable(tests.executable.path);
  if (!now) return now.error();
  if (*now == tests.executable) return {};
  return Error{tests.executable.path.string() +
               " has changed since its tests were listed: build the target or run ctest, so that "
               "discovery runs again"};
}

}  // namespace carpool
