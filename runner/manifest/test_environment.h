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

// The same of the properties' items, as they are of one entry. `whose` names it in the error.
Result<EnvironmentChanges> test_environment(const std::vector<std::string>& environment,
                                            const std::vector<std::string>& modifications,
                                            const std::string& whose);

}  // namespace carpool
