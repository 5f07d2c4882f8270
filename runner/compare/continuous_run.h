#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "compare/compared_tests.h"
#include "compare/round.h"
#include "compare/verdict.h"
#include "manifest/target_manifest.h"
#include "process/command.h"

namespace carpool {

// The same methods run by `carpool run`, as a process of its own so that its start-up is part of
// what is measured. Times and verdicts come from the journal it leaves. Works on a copy of the
// manifest whose results go to a scratch folder, so that a comparison never takes the place of the
// last run's report, and without retries, which would hide verdicts.
class ContinuousRun {
 public:
  struct Request {
    std::filesystem::path carpool;  // the runner's executable
    std::filesystem::path manifest_file;
    std::vector<std::string> class_names;  // empty: all
    int jobs = 1;
  };

  // `scratch` must outlive the result.
  static Result<ContinuousRun> prepare(const TargetManifest& manifest, const Request& request,
                                       const std::filesystem::path& scratch,
                                       RunCommand run_command);

  struct Outcome {
    Round round;
    std::vector<ClassStatus> class_statuses;               // beside the compared classes
    std::vector<std::vector<ContinuousVerdict>> verdicts;  // beside classes and methods
  };
  Result<Outcome> run(const std::vector<ComparedClass>& classes) const;

 private:
  ContinuousRun(Command command, std::filesystem::path results, RunCommand run_command)
      : command_(std::move(command)),
        results_(std::move(results)),
        run_command_(std::move(run_command)) {}

  Command command_;
  std::filesystem::path results_;
  RunCommand run_command_;
};

}  // namespace carpool
