#pragma once

#include <filesystem>

#include "discovery/entry_script.h"
#include "manifest/target_manifest.h"
#include "manifest/test_list.h"

namespace carpool {

// Adds an entry for each method, named and endowed as gtest_discover_tests() would. They start
// carpool-exec, which lies beside the runner.
void add_method_entries(EntryScript& script, const TargetManifest& manifest,
                        const std::filesystem::path& manifest_file, const TestList& tests,
                        const std::filesystem::path& runner);

}  // namespace carpool
