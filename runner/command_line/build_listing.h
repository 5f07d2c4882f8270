#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "manifest/ctest_listing.h"

namespace carpool {

// All tests of a build folder, as its own ctest lists them; tests that are to be discovered when
// ctest starts are discovered by that. `configuration`: of generators that build several; else
// empty. What ctest had to say is said on standard error.
Result<std::vector<CTestEntry>> list_build_folder(const std::filesystem::path& build,
                                                  const std::string& configuration);

}  // namespace carpool
