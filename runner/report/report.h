#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "journal/record.h"

namespace carpool {

// What the methods that ran would have cost with a fresh process each, beside what they did cost.
// Computed from the start-up times of this run, so it is an estimate always; `carpool compare`
// measures.
struct SpawnEstimate {
  std::int64_t spawn_ns = 0;       // above zero
  std::int64_t continuous_ns = 0;  // above zero

  double reduction_percent()
      const;               // 100 x (1 - continuous / spawn); below zero where nothing was saved
  double speedup() const;  // spawn / continuous
};

// The methods that a worker had run before a certain one, in order: from `first` to `last`. The
// names (Class.method) are shared by all of the worker's methods; null where `count` is 0.
struct RanBefore {
  std::shared_ptr<const std::string> first;
  std::shared_ptr<const std::string> last;
  int count = 0;
};

// What an attempt left behind that needs a look.
struct AttemptEvidence {
  std::vector<TestFailure> failures;
  std::uint64_t failures_left_out = 0;
  std::string reason;
  CapturedOutput output;
  std::optional<int> signal;
  std::optional<int> exit_code;
  std::string stacks;
  std::vector<std::string> leaks;
  std::vector<RankResult> ranks;
};

// One try at a method.
struct AttemptReport {
  int attempt = 1;
  int worker = 0;  // numbered across the whole run; 0 where none was involved
  int position = 0;
  MethodStatus status = MethodStatus::kNotRun;
  std::int64_t duration_ns = 0;
  RanBefore ran_before;
  // Null for most of a hundred thousand methods; evidence() is for readers.
  std::unique_ptr<AttemptEvidence> found;

  const AttemptEvidence& evidence() const;
};

// One method with its one terminal status. `last` describes the attempt that decided.
struct MethodReport {
  std::string name;
  MethodStatus status = MethodStatus::kNotRun;
  AttemptReport last;
  std::vector<AttemptReport> earlier;  // retries: the attempts before the last
};

struct WorkerReport {
  int worker = 0;  // numbered across the whole run
  std::int64_t process_id = 0;
  std::optional<int> rank;  // in a gang of several
  std::string reason;
  bool taken_over = false;  // from another class, so that this class did not start it
  std::optional<std::int64_t> spawn_ns;
  std::optional<std::int64_t> init_ns;
  std::string how;         // empty where its end was not recorded, or belongs to another class
  std::string end_reason;  // why it was given up, where no method and no class says so
  std::optional<int> signal;
  std::optional<int> exit_code;
  std::string during;
  std::vector<std::string> survivors;
  CapturedOutput output;
};

// What losing workers did to others: nothing but time.
struct BlastRadius {
  std::map<std::string, int> losses;  // how a worker ended -> how often
  int moved_methods = 0;
  std::int64_t extra_ns = 0;  // start-up and suite set-up of the workers that took their place

  bool cost_nothing() const;  // as far as text() shows
  std::string text() const;   // "1 crash: 13 methods moved to a new worker, +84 ms"
};

// Set-up or tear-down of a suite that failed, in one worker.
struct FixtureFailure {
  bool in_set_up = true;
  int worker = 0;
  std::vector<TestFailure> failures;
};

struct ClassReport {
  std::string target;
  std::string name;
  ClassStatus status = ClassStatus::kPassed;
  std::string reason;
  std::int64_t wall_ns = 0;
  int workers_started = 0;
  int restarts = 0;  // workers that took a lost one's place
  // Means over this class's workers; where it started none, over its target's. 0 where unknown.
  std::int64_t spawn_ns = 0;
  std::int64_t init_ns = 0;
  std::int64_t suite_set_up_ns = 0;
  std::int64_t suite_tear_down_ns = 0;
  std::int64_t exit_ns = 0;
  std::optional<BlastRadius> blast_radius;
  std::optional<SpawnEstimate> spawn_baseline;
  std::vector<ClassStatus> earlier_runs;  // `ctest --repeat`: what came before the run shown here
  std::vector<FixtureFailure> fixture_failures;
  std::vector<WorkerReport> workers;
  std::vector<MethodReport> methods;
};

struct RunReport {
  std::string id;
  std::string started_at;
  std::string version;
  std::int64_t wall_ns = 0;
  bool interrupted = false;  // a runner was interrupted or killed, or is still at work
  int runners = 0;
  std::string host_name;
  std::string host_system;
  int host_cores = 0;
};

// Everything known about one run, computed from its journals alone (schema carpool/report/v1).
struct Report {
  RunReport run;
  std::map<MethodStatus, std::int64_t> totals;  // a count for every status
  std::int64_t methods = 0;
  std::optional<SpawnEstimate> spawn_baseline;  // sum over the classes that have one
  std::vector<std::string> problems;            // journals that could not be read, in words
  std::vector<std::string> warnings;            // about how the tests were set up, in words
  std::vector<ClassReport> classes;             // by target and name

  bool is_red() const;
};

}  // namespace carpool
