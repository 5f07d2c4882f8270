#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "journal/journal.h"
#include "journal/record.h"

namespace carpool {

// What a worker was doing.
enum class SpanKind {
  kSpawn,          // from before the fork to the plugin's first word
  kInit,           // from there to the take-over
  kSuiteSetUp,     // of the class's fixture
  kMethod,         // one attempt at a method
  kSuiteTearDown,  // of the class's fixture
  kExit,           // from the request to retire, or the suite's tear-down, to the process's end
  kIdle,           // nothing of the above: waiting, or not recorded
};

// "spawn", "init", "suite set-up", "method", "suite tear-down", "exit", "idle".
std::string_view to_word(SpanKind kind);

// One piece of a worker's life. Times are nanoseconds since the run began; end >= begin >= 0.
struct TimelineSpan {
  SpanKind kind = SpanKind::kIdle;
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
  std::size_t class_index = 0;  // into Timeline::classes; of the class before, for idle
  std::string method;           // of a method
  int attempt = 0;              // of a method, from 1
  std::string status;           // a method's or a rank's word; "failed" also of a fixture; how a
                                // start-up that came to nothing ended
};

// One worker's life: its spans in order of time, none overlapping another.
struct TimelineLane {
  int worker = 0;           // as numbered in the report
  std::optional<int> rank;  // in a gang of several
  std::int64_t process_id = 0;
  std::string target;
  std::string how;  // it ended; empty where that was not recorded
  std::vector<TimelineSpan> spans;
};

// Who did what when in one run, computed from its journals alone.
struct Timeline {
  std::string run_id;
  std::string started_at;             // RFC 3339 UTC, of what is 0 in the spans
  std::string version;                // of Carpool
  std::vector<std::string> classes;   // as the spans point at them
  std::vector<TimelineLane> lanes;    // by worker
  std::vector<std::string> problems;  // journals that could not be read to their end, in words
};

// Follows one journal after the other. A journal says when each thing was over and how long it
// took. Where the runner heard of several things at once, they end in the journal later than they
// did; each is then put where it ends at the latest, in front of what follows it.
class TimelineBuilder {
 public:
  // To be called before each journal's entries.
  void begin_journal();
  void take(const JournalEntry& entry);
  // Closes the journal; `problem` is empty where there was none.
  void end_journal(const std::string& problem);

  Timeline finish();

 private:
  struct Draft {
    TimelineLane lane;
    std::int64_t started_ns = 0;
    std::int64_t ended_ns = 0;
    std::size_t first_class = 0;
    bool started = false;  // in this journal; a warm worker was started in another one
    bool ready = false;
    bool ended = false;
  };

  void enter(const RunStarted& record, std::int64_t t_ns);
  void enter(const ClassPlanned&, std::int64_t) {}
  void enter(const WorkerStarted& record, std::int64_t t_ns);
  void enter(const WorkerReady& record, std::int64_t t_ns);
  void enter(const SuiteSetUp& record, std::int64_t t_ns);
  void enter(const MethodFinished& record, std::int64_t t_ns);
  void enter(const WorkerEnded& record, std::int64_t t_ns);
  void enter(const SuiteTornDown& record, std::int64_t t_ns);
  void enter(const ClassFinished&, std::int64_t) {}
  void enter(const RunFinished&, std::int64_t) {}

  template <typename SuiteEvent>
  void enter_suite_event(SpanKind kind, const SuiteEvent& record, std::int64_t t_ns);
  Draft* draft(int worker, const std::string& target, std::int64_t t_ns);
  void add(Draft& draft, TimelineSpan span, std::int64_t end_ns, std::int64_t duration_ns);
  std::size_t class_index(const std::string& name);

  Timeline timeline_;
  std::int64_t zero_ns_ = 0;  // since the Unix epoch; of the journal that began first
  std::int64_t journal_began_ns_ = 0;
  std::int64_t last_t_ns_ = 0;
  bool any_ = false;
  int workers_before_ = 0;
  int highest_worker_ = 0;
  std::map<int, Draft> drafts_;         // of this journal, by the worker's number in it
  std::vector<std::int64_t> began_ns_;  // per lane: its journal's beginning, since the Unix epoch
  std::unordered_map<std::string, std::size_t> class_indices_;
  std::size_t last_class_ = 0;
};

// The timeline of a run directory. An error only where none of its journals can be read.
Result<Timeline> build_timeline(const std::filesystem::path& run_directory);

}  // namespace carpool
