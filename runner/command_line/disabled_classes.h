#pragma once

#include <string>
#include <vector>

#include "journal/journal.h"
#include "manifest/target_manifest.h"
#include "manifest/test_list.h"

namespace carpool {

// The classes in which every method is disabled, with no method to run. CTest knows their entries
// as disabled and starts nothing for them, so that the entries beside them have to account for
// them.
std::vector<ClassPlanned> disabled_classes(const TargetManifest& manifest, const TestList& tests);

// Writes a disabled class's whole account, from its plan to its end.
void append_disabled_class(Journal& journal, const ClassPlanned& plan);

}  // namespace carpool
