#pragma once

#include "base/exit_code.h"
#include "command_line/run_request.h"
#include "manifest/target_manifest.h"
#include "manifest/test_list.h"
#include "schedule/scheduler.h"

namespace carpool {

// Runs a plan of `tests`: journal, screen, sessions, report. Trouble with the journal or the report
// turns the run red but never keeps a test from running. The guardian is at its post already.
ExitCode execute_run(const RunRequest& request, const TargetManifest& manifest,
                     const TestList& tests, const RunPlan& plan);

}  // namespace carpool
