#pragma once

#include <filesystem>
#include <string>

#include "manifest/target_manifest.h"
#include "manifest/test_list.h"

namespace carpool {

// The script that CTest includes for one target: an entry for each class, for each method or for
// the target, with its properties, and the list of the entries' names. `runner` is the executable
// that the entries start, `manifest_file` what they give it to read. No name can break it, whatever
// bytes it holds.
std::string ctest_file(const TargetManifest& manifest, const std::filesystem::path& manifest_file,
                       const TestList& tests, const std::filesystem::path& runner);

}  // namespace carpool
