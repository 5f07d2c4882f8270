#include "compare/compared_tests.h"

#include <algorithm>

#include "compare/exact_filter.h"

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

// Takes a CMake list apart: items are parted by `;`, and `\;` is a semicolon of an item.
std::vector<std::string> list_items(const std::string& list) {
  std::vector<std::string> items(1);
  for (std::size_t at = 0; at < list.size(); ++at) {
    if (list[at] == '\\' && at + 1 < list.size() && list[at + 1] == ';') {
      items.back() += list[++at];
    } else if (list[at] == ';') {
      items.emplace_back();
    } else {
      items.back() += list[at];
    }
  }
  return items;
}

}  // namespace

Result<std::vector<ComparedClass>> compared_classes(const TestList& tests,
                                                    const std::vector<std::string>& wanted) {
  const auto is_wanted = [&](const std::string& name) {
    return wanted.empty() || std::ranges::find(wanted, name) != wanted.end();
  };
  for (const std::string& name : wanted) {
    if (std::ranges::find(tests.classes, name, &TestClass::name) == tests.classes.end()) {
      return Error{"no class " + name + " in " + tests.executable.path.string()};
    }
  }
  const ExactFilter filter(all_names(tests));
  std::vector<ComparedClass> classes;
  for (const TestClass& test_class : tests.classes) {
    if (!is_wanted(test_class.name)) continue;
    ComparedClass compared{.name = test_class.name, .methods = {}};
    for (const TestMethod& method : test_class.methods) {
      if (method.disabled) continue;
      compared.methods.push_back(
          {.name = method.name, .filter = filter.pattern_for(test_class.name + "." + method.name)});
    }
    if (!compared.methods.empty()) classes.push_back(std::move(compared));
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

std::vector<std::pair<std::string, std::string>> test_environment(const TargetManifest& manifest) {
  std::vector<std::pair<std::string, std::string>> variables;
  for (const auto& [property, value] : manifest.properties) {
    if (property != "ENVIRONMENT") continue;
    for (const std::string& item : list_items(value)) {
      const std::size_t equals = item.find('=');
      if (equals != std::string::npos)
        variables.emplace_back(item.substr(0, equals), item.substr(equals + 1));
    }
  }
  return variables;
}

}  // namespace carpool
