#pragma once

#include <filesystem>
#include <vector>

#include "compare/compared_tests.h"
#include "compare/method_sample.h"
#include "compare/round.h"
#include "compare/verdict.h"
#include "manifest/target_manifest.h"
#include "process/command.h"

namespace carpool {

// The methods run as a process each, the way gtest_discover_tests() has them run, but without
// CTest's own cost: plugin inactive, through the launcher, in the tests' working directory, as many
// at once as there are jobs. Only `chosen` methods, of which each has a filter.
class SpawnBaseline {
 public:
  // Borrows `classes`.
  SpawnBaseline(const TargetManifest& manifest, const std::vector<ComparedClass>& classes, int jobs,
                RunCommand run_command);

  Result<Round> run(const ChosenMethods& chosen) const;

  // One more round, in which each process also writes GoogleTest's report into `scratch`. Beside
  // classes and methods. Not for timing.
  Result<std::vector<std::vector<PlainVerdict>>> verdicts(
      const ChosenMethods& chosen, const std::filesystem::path& scratch) const;

 private:
  struct Place;
  std::vector<Place> places(const ChosenMethods& chosen) const;
  Command command_for(const ComparedMethod& method) const;
  template <typename Visit>
  Result<void> for_each_method(const ChosenMethods& chosen, const Visit& visit) const;

  const TargetManifest& manifest_;
  const std::vector<ComparedClass>& classes_;
  int jobs_;
  RunCommand run_command_;
};

// The plain executable behind its launcher, with `arguments` and the target's EXTRA_ARGS.
Command plain_command(const TargetManifest& manifest, const std::vector<std::string>& arguments);

}  // namespace carpool
