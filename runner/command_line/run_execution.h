#pragma once

#include <optional>

#include "base/exit_code.h"
#include "command_line/run_request.h"
#include "command_line/run_subject.h"

namespace carpool {

// How `carpool run` ends.
struct RunEnd {
  ExitCode code;
  std::optional<int> signal = {};  // in place of the code: the only method's, that CTest may say it
  bool is_the_methods = false;     // the only method's own end, with nothing else to be told
};

// Runs the subject's plan: journal, screen, sessions, report. Trouble with the journal or the
// report turns the run red but never keeps a test from running. The guardian is at its post
// already.
RunEnd execute_run(const RunRequest& request, const RunSubject& subject);

}  // namespace carpool
