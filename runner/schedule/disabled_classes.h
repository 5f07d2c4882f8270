#pragma once

#include <string>
#include <vector>

#include "journal/record.h"
#include "journal/run_directory.h"
#include "manifest/target_manifest.h"
#include "manifest/test_list.h"

namespace carpool {

// The classes in which every method is disabled, with no method to run. CTest knows their entries
// as disabled and starts nothing for them, so that the entries beside them have to account for
// them.
std::vector<ClassPlanned> disabled_classes(const TargetManifest& manifest, const TestList& tests);

// Whether the caller is the one who accounts for them in this run.
bool claim_disabled_classes(const RunDirectory& run, const TargetManifest& manifest);

// A disabled class's whole account, from its plan to its end.
std::vector<Record> account_of_disabled(const ClassPlanned& plan);

}  // namespace carpool
