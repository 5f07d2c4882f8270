#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "manifest/target_manifest.h"

namespace carpool {

struct Discovery {
  std::size_t classes = 0;
  std::size_t methods = 0;
  std::vector<std::string> warnings;
};

// Lists the tests of the manifest's executable and writes its test list and its CTest file. Where
// that fails, what an earlier discovery wrote is removed: entries of tests that may no longer
// exist would be worse than the one entry that says "not built".
Result<Discovery> discover(const TargetManifest& manifest,
                           const std::filesystem::path& manifest_file,
                           const std::filesystem::path& runner);

}  // namespace carpool
