#pragma once

#include <vector>

#include "base/result.h"
#include "command_line/run_request.h"
#include "manifest/target_manifest.h"
#include "manifest/test_list.h"
#include "session/class_run.h"

namespace carpool {

// The classes and methods that a request picks out of the discovered ones. Names are compared
// whole: nothing in them is a wildcard. The error names what does not exist, or says that nothing
// is left.
Result<std::vector<ClassPlan>> select_classes(const RunRequest& request,
                                              const TargetManifest& manifest,
                                              const TestList& tests);

}  // namespace carpool
