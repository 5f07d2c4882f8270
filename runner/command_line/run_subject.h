#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/exit_code.h"
#include "base/result.h"
#include "command_line/run_request.h"
#include "manifest/target_manifest.h"
#include "schedule/run_plan.h"

namespace carpool {

// What a run is of, and where its record goes.
struct RunSubject {
  std::string name;               // in messages: the target, or the build folder
  std::string journal_name;       // what of it is run
  std::filesystem::path results;  // the folder of runs
  RunPlan plan;
  bool notes_history = true;
  std::vector<std::string> problems;  // what was asked for and is not there to be run: red
  // About how the tests were set up. Under CTest asked only of one of the entries that would all
  // say the same; `warned_of` tells them from others.
  std::function<std::vector<std::string>()> warnings;
  std::string warned_of;
  std::optional<TargetManifest> only_target;  // of a run of one
};

// Why there is nothing to be run.
struct NoSubject {
  ExitCode code = ExitCode::kCannotRun;
  Error error;
};
using SubjectOrNot = std::variant<RunSubject, NoSubject>;

// The classes or methods of one target: --manifest.
SubjectOrNot target_subject(const RunRequest& request);

// The continuous tests of a build folder: --build. Says on standard error what it leaves out.
SubjectOrNot build_subject(const RunRequest& request);

}  // namespace carpool
