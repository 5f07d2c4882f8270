#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/status.h"
#include "report/report.h"

namespace carpool {

// What trends need of a report, read back from its JSON.

// One attempt at a method.
struct SeenAttempt {
  MethodStatus status = MethodStatus::kNotRun;
  std::int64_t worker = 0;    // numbered across the run; 0 where none was involved
  std::int64_t position = 0;  // how many methods the worker had run before
};

struct SeenMethod {
  std::string name;
  MethodStatus status = MethodStatus::kNotRun;
  std::int64_t duration_ns = 0;  // of the last attempt
  SeenAttempt last;
  std::vector<SeenAttempt> earlier;
};

struct SeenClass {
  std::string target;
  std::string name;
  ClassStatus status = ClassStatus::kPassed;
  std::int64_t wall_ns = 0;
  std::int64_t suite_set_up_ns = 0;
  std::vector<SeenMethod> methods;
};

struct SeenRun {
  std::string id;
  std::string started_at;
  std::int64_t started_at_ns = 0;  // since the Unix epoch
  std::int64_t wall_ns = 0;
  bool interrupted = false;
  bool red = false;
  std::string version;
  std::string host_name;
  std::string host_system;
  std::int64_t host_cores = 0;
  std::vector<std::pair<std::string, std::int64_t>> totals;  // as the report's, by name
  std::optional<SpawnEstimate> spawn_baseline;
};

// Reads a report (carpool/report/v1). Each class is handed over as soon as it has been read, before
// the run is known, so that only the columns of a large report are ever held. Members that a later
// Carpool may have added are passed over. An error where the text is no such report; classes may
// have been handed over by then.
Result<SeenRun> read_seen_run(std::string_view report,
                              const std::function<void(SeenClass)>& visit_class);

}  // namespace carpool
