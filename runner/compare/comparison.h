#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "compare/command.h"
#include "compare/compared_tests.h"
#include "compare/statistics.h"
#include "compare/verdict.h"
#include "journal/record.h"
#include "manifest/target_manifest.h"

namespace carpool {

// What the user asked to have compared.
struct ComparisonRequest {
  std::filesystem::path manifest_file;   // where the runner finds it too
  std::vector<std::string> class_names;  // empty: all
  int blocks = 6;                        // of two pairs each, one with each reference
  int jobs = 1;
  std::filesystem::path carpool;  // the runner's own executable
  std::string version;            // and its version
  std::function<void(const std::string&)> tell_progress = [](const std::string&) {};
};

// Raw times of both sides, pair by pair, and what they come to.
struct ComparedTimes {
  std::vector<std::int64_t> spawn_ns;
  std::vector<std::int64_t> continuous_ns;
  Saving saving;
};

struct ClassComparison {
  std::string name;
  ClassVerdicts verdicts;
  ComparedTimes times;
};

// A reference beside the continuous run: `saving` is what the continuous run saves against it.
struct ReferenceComparison {
  std::string name;
  std::string description;
  std::string unavailable_reason;  // empty where it was measured
  std::vector<std::int64_t> wall_ns;
  Saving saving;
};

struct UncomparedMethod {
  std::string class_name;
  std::string method;
  std::string reason;
};

// Everything that `carpool compare` found out.
struct Comparison {
  TargetManifest manifest;
  RunStarted host;  // when, where, by which version
  std::vector<double> load_before;
  std::vector<double> load_after;
  int jobs = 1;
  int blocks = 0;
  std::uint64_t seed = 0;
  std::vector<VerdictDifference> differences;
  std::vector<UncomparedMethod> unstable;  // did not end the same way in every round of one side
  std::vector<UncomparedMethod> not_comparable;  // no filter selects them alone
  ComparedTimes total;
  std::vector<ClassComparison> classes;
  std::vector<ReferenceComparison> references;

  std::size_t method_count() const;
  bool any_red() const;
};

// Runs both sides and the references, interleaved, and works out what they come to. `classes`: at
// least one, of the manifest's test list. Starts many processes and takes as long as they do.
Result<Comparison> compare(const ComparisonRequest& request, TargetManifest manifest,
                           const std::vector<ComparedClass>& classes,
                           const RunCommand& run_command);

}  // namespace carpool
