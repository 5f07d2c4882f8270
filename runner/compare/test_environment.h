#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "manifest/target_manifest.h"

namespace carpool {

using EnvironmentChanges = std::vector<std::pair<std::string, std::optional<std::string>>>;

// What the target's ENVIRONMENT and ENVIRONMENT_MODIFICATION properties make of this process's own
// environment; nullopt takes a variable away. CTest does that for its entries; whoever starts the
// executable without CTest has to. The error names the modification that CTest would not take.
Result<EnvironmentChanges> test_environment(const TargetManifest& manifest);

}  // namespace carpool
