#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "compare/compared_tests.h"
#include "compare/statistics.h"
#include "compare/verdict.h"
#include "journal/record.h"
#include "manifest/target_manifest.h"
#include "process/command.h"

namespace carpool {

// What the user asked to have compared.
struct ComparisonRequest {
  std::filesystem::path manifest_file;   // where the runner finds it too
  std::vector<std::string> class_names;  // empty: all
  int blocks = 6;                        // of two pairs each, one with each reference
  // Of each class, in each round with a process each; absent: all methods. At least 2, which it
  // takes to see how much they differ.
  std::optional<std::size_t> sample = std::nullopt;
  // `blocks` is the most then: the last one is that after which the speedup in total is known to
  // that many percent, more or less.
  std::optional<double> until_percent = std::nullopt;
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
  // Where the spawn times are worked out from a sample of the methods: the standard error that this
  // alone gives to their mean. The interval of `saving` holds it already.
  double sampling_error_percent = 0;
};

struct ClassComparison {
  std::string name;
  std::size_t method_count = 0;  // those that can be compared, in the sample or not
  ClassVerdicts verdicts;        // of those in the sample
  ComparedTimes times;

  bool is_sampled() const { return verdicts.methods.size() < method_count; }
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
  std::optional<std::size_t> sample;
  std::optional<double> until_percent;
  std::uint64_t seed = 0;
  std::vector<std::string> noise;  // why the machine was not quiet, in words
  std::vector<VerdictDifference> differences;
  std::vector<UncomparedMethod> unstable;  // did not end the same way in every round of one side
  std::vector<UncomparedMethod> not_comparable;  // no filter selects them alone
  std::size_t disabled_methods = 0;              // of the classes compared: neither way runs them
  ComparedTimes total;
  std::vector<ClassComparison> classes;
  std::vector<ReferenceComparison> references;

  std::size_t method_count() const;
  std::size_t sampled_method_count() const;
  bool is_sampled() const;
  // Whether the speedup is known as exactly as was asked for.
  bool is_exact_enough() const;
  bool any_red() const;
};

// Runs both sides and the references, interleaved, and works out what they come to. `classes`: at
// least one, of the manifest's test list. Starts many processes and takes as long as they do.
Result<Comparison> compare(const ComparisonRequest& request, TargetManifest manifest,
                           const std::vector<ComparedClass>& classes,
                           const RunCommand& run_command);

}  // namespace carpool
