#pragma once

#include "base/exit_code.h"
#include "command_line/run_request.h"
#include "command_line/run_subject.h"

namespace carpool {

// Runs the subject's plan: journal, screen, sessions, report. Trouble with the journal or the
// report turns the run red but never keeps a test from running. The guardian is at its post
// already.
ExitCode execute_run(const RunRequest& request, const RunSubject& subject);

}  // namespace carpool
