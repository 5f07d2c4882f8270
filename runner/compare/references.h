#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "compare/compared_tests.h"
#include "compare/round.h"
#include "manifest/target_manifest.h"
#include "process/command.h"

namespace carpool {

// Another way to run the same tests, measured beside the two that are compared. `run` is empty
// where this way is not to be had here; `reason` says why.
struct Reference {
  std::string name;         // "ctest", "one_process"
  std::string description;  // for people
  RunRound run;
  std::string reason;
};

inline constexpr std::string_view kCtestDescription = "ctest, an entry per method";

// `ctest` over one entry per method, written to `scratch` just as gtest_discover_tests() writes
// them: what most projects do today. Tried once, discarded, to see whether CTest can run them all,
// in no more time than `patience`.
Reference ctest_reference(const TargetManifest& manifest, const std::vector<ComparedClass>& classes,
                          int jobs, std::chrono::milliseconds patience,
                          const std::filesystem::path& scratch, const RunCommand& run_command);

// The whole executable run once by hand: the floor that no runner gets below. Tried once,
// discarded, to see whether it reaches its end.
Reference one_process_reference(const TargetManifest& manifest,
                                const std::vector<ComparedClass>& classes, bool all_classes,
                                const std::filesystem::path& scratch,
                                const RunCommand& run_command);

// The CTest file of ctest_reference().
std::string ctest_file(const TargetManifest& manifest, const std::vector<ComparedClass>& classes);

}  // namespace carpool
