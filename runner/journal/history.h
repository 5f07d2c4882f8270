#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace carpool {

// How a class fared in the last runs.
struct ClassHistory {
  bool red = false;          // when it ran last
  std::int64_t wall_ns = 0;  // mean over the last runs, later ones weigh more
  std::int64_t methods = 0;  // that ran when the mean was last told more
  int runs = 0;
  int fewer_runs = 0;    // in a row, of less than half of `methods`
  std::string last_run;  // id; tells when it was seen last
};

// How a class fared in one run.
struct ClassRunSeen {
  bool red = false;
  std::int64_t wall_ns = 0;
  std::int64_t methods = 0;  // that ran
  std::int64_t planned = 0;  // methods that were to run
  std::string run;           // id
};

// The last runs' durations, used to order work and to say how long it may take; nothing depends on
// it for being right (schema carpool/history/v1).
class History {
 public:
  // Null where the class is unknown.
  const ClassHistory* find(const std::string& target, const std::string& class_name) const;

  // Adds one run of a class. A run that was cut short, of less than half of what was to run, says
  // nothing about its duration. Neither does one in which less than half of the known methods were
  // to run, as where a person picked some; but where it goes on so the class has become smaller,
  // and the mean begins anew, as it does where the class has more than doubled. The same run is
  // counted once.
  void note(const std::string& target, const std::string& class_name, const ClassRunSeen& latest);

  // Forgets classes that no run has seen since the given run.
  void forget_before(const std::string& run_id);

  const std::map<std::pair<std::string, std::string>, ClassHistory>& classes() const {
    return classes_;
  }

 private:
  friend History read_history(const std::filesystem::path& results);
  std::map<std::pair<std::string, std::string>, ClassHistory> classes_;  // by target and class
};

// Reads `<results>/history.json`. A missing, broken or foreign one means starting over, never an
// error.
History read_history(const std::filesystem::path& results);

Result<void> write_history(const History& history, const std::filesystem::path& results);

}  // namespace carpool
