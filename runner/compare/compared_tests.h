#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "manifest/target_manifest.h"
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
// disabled: neither ctest nor Carpool runs them. A wanted class that does not exist is an error.
Result<std::vector<ComparedClass>> compared_classes(const TestList& tests,
                                                    const std::vector<std::string>& wanted);

std::size_t count_methods(const std::vector<ComparedClass>& classes);

// "Suite.Name".
std::string full_name(const ComparedClass& compared, const ComparedMethod& method);

// The variables of the target's ENVIRONMENT property. CTest sets them for its entries; whoever
// starts the executable without CTest has to.
std::vector<std::pair<std::string, std::string>> test_environment(const TargetManifest& manifest);

}  // namespace carpool
