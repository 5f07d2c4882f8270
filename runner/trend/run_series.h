#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "archive/seen_run.h"
#include "base/status.h"

namespace carpool {

// Runs, classes and methods are known by their index in a RunSeries.

struct SeriesClass {
  std::string target;
  std::string name;
};

struct SeriesMethod {
  int of_class = 0;
  std::string name;
};

// One class in one run.
struct ClassPoint {
  int of_class = 0;
  ClassStatus status = ClassStatus::kPassed;
  std::int64_t wall_ns = 0;
  std::int64_t suite_set_up_ns = 0;
  std::int64_t bodies_ns = 0;
  int methods_run = 0;
  int methods_red = 0;
};

// One method in one run.
struct MethodPoint {
  int method = 0;
  MethodStatus status = MethodStatus::kNotRun;
  bool ran_behind_others = false;  // its last attempt, in the same worker
  std::int64_t duration_ns = -1;   // of the last attempt; below zero where none ran
};

// One attempt at a method that ended by itself: green or red. Who was in the same worker at a lower
// position ran before.
struct SeriesAttempt {
  int method = 0;
  int worker = 0;
  int position = 0;
  bool red = false;
  MethodStatus status = MethodStatus::kPassed;
};

struct SeriesRun {
  SeenRun run;
  int machine = 0;             // runs of the same number are comparable
  std::optional<double> pace;  // see find_paces()
  std::vector<ClassPoint> classes;
  std::vector<MethodPoint> methods;
  std::vector<SeriesAttempt> attempts;
};

// Many runs as columns of numbers, for all that trends compute.
struct RunSeries {
  std::vector<SeriesRun> runs;  // the oldest first
  std::vector<SeriesClass> classes;
  std::vector<SeriesMethod> methods;
  int machines = 0;
};

// Takes runs in any order, and makes classes and methods numbers.
class RunSeriesBuilder {
 public:
  // A run that was added under the same index before is replaced.
  void add(std::size_t index, const std::vector<SeenClass>& classes);

  // `order`: the runs, by index, the oldest first. Classes come out by target and name, methods by
  // class, in the order in which runs name them. `pool_hosts`: runs of hosts of another name are
  // comparable where system and cores are the same. The builder is spent.
  RunSeries finish(const std::vector<std::size_t>& order, const std::vector<SeenRun>& runs,
                   bool pool_hosts);

 private:
  int class_index(const SeenClass& of_class);
  int method_index(int of_class, const std::string& name);
  void add_method(SeriesRun& run, ClassPoint& point, const SeenMethod& method);
  void sort_names(RunSeries& series) const;

  std::map<std::pair<std::string, std::string>, int> class_indices_;
  std::vector<std::map<std::string, int, std::less<>>> method_indices_;  // by class
  std::vector<SeriesClass> classes_;
  std::vector<SeriesMethod> methods_;
  std::map<std::size_t, SeriesRun> runs_;
};

}  // namespace carpool
