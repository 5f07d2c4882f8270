#pragma once

#include <string>
#include <vector>

#include "manifest/target_manifest.h"
#include "manifest/test_list.h"

namespace carpool {

// Whether the method, Suite.Name, always gets a process of its own: ISOLATE or ISOLATION PROCESS.
bool is_isolated(const TargetManifest& manifest, const std::string& full_name);

// The ISOLATE globs of the manifest that match no method of this executable.
std::vector<std::string> unmatched_isolate(const TargetManifest& manifest,
                                           const std::vector<TestClass>& classes);

// A sentence for each ISOLATE glob that matches no method in any executable of the call: what is
// misspelt there isolates nothing, and nothing else would say so. Empty while the tests of one of
// the executables are not listed, since nobody knows then.
std::vector<std::string> isolate_warnings(const TargetManifest& manifest, const TestList& tests);

}  // namespace carpool
