#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace carpool {

inline constexpr const char* kComparisonSchema = "carpool/comparison/v1";

// Both sides of a comparison, as comparison.json has them: medians, raw samples pair by pair, and
// the saving with its 95 % interval.
struct ComparedDocumentTimes {
  std::int64_t spawn_ns = 0;
  std::int64_t continuous_ns = 0;
  std::vector<std::int64_t> spawn_samples_ns;
  std::vector<std::int64_t> continuous_samples_ns;
  double reduction_percent = 0;
  struct Interval {
    double low = 0;
    double high = 0;
  };
  std::optional<Interval> reduction_interval_percent;
  bool established = false;
  bool spawn_is_estimated = false;    // from a sample; spawn_ns and its samples are worked out then
  double sampling_error_percent = 0;  // standard error of an estimated spawn_ns
};

struct ComparedDocumentClass {
  std::string name;
  std::string status;
  std::int64_t methods = 0;            // all that are compared or, by a sample, stood for
  std::int64_t methods_run_apart = 0;  // those that ran as a process each
  ComparedDocumentTimes times;
};

struct ComparisonDocumentReference {
  std::string name;
  std::optional<std::int64_t> wall_ns;  // absent where it could not be measured
};

// What the exporters need of a comparison.json.
struct ComparisonDocument {
  std::string target;
  std::string executable;
  std::string started_at;  // RFC 3339 UTC
  std::string version;     // of Carpool
  std::string host_name;
  int host_cores = 0;
  std::vector<double> load_average;
  int jobs = 1;
  std::vector<std::string> noise;        // why the machine was not quiet
  std::vector<std::string> differences;  // "Class.method: passed apart, failed together"
  std::int64_t methods = 0;              // all that are compared or, by a sample, stood for
  std::int64_t methods_run_apart = 0;    // those that ran as a process each
  ComparedDocumentTimes total;
  std::vector<ComparisonDocumentReference> references;
  std::vector<ComparedDocumentClass> classes;
};

// An error where the file cannot be read, is no comparison, or one of another version; which is
// said.
Result<ComparisonDocument> read_comparison(const std::filesystem::path& file);

}  // namespace carpool
