#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "broker/late_record.h"
#include "broker/verdict_board.h"
#include "journal/journal.h"
#include "journal/run_directory.h"
#include "manifest/target_manifest.h"
#include "manifest/test_list.h"
#include "schedule/record_queue.h"
#include "schedule/run_log.h"
#include "session/class_run.h"

namespace carpool {

// The broker's part in the record of one ctest: a journal, its owner on a thread of its own, and
// the accounts of the classes that methods have been asked for. Belongs to the dispatcher's thread;
// what it hands out may be used by any.
class BrokerRun {
 public:
  // Where no journal can be had, tests run without it; trouble() says why then.
  BrokerRun(const std::filesystem::path& results, std::int64_t ctest_process_id);
  BrokerRun(const BrokerRun&) = delete;
  BrokerRun& operator=(const BrokerRun&) = delete;
  ~BrokerRun();

  RecordSink& sink() { return queue_; }
  VerdictBoard& board() { return board_; }
  const std::string& trouble() const { return trouble_; }
  const std::filesystem::path& results() const { return results_; }

  // The account of a class, opened where there is none. `plan` is asked for what is not known yet.
  struct ClassName {
    std::string target;
    std::string class_name;
    std::string stamp;  // of the target: of another build the class is another, also in one run
    auto operator<=>(const ClassName&) const = default;
  };
  std::shared_ptr<ClassRun> class_run(const ClassName& name,
                                      const std::function<ClassPlan()>& plan);

  // Accounts for the target's classes that have nothing but disabled methods, which CTest starts
  // nothing for. Once in a run.
  void note_disabled_classes(const TargetManifest& manifest, const TestList& tests);

  // Adds a warning to the report, where the run is recorded.
  void warn(const std::string& words) const;

  // Whether the method has been asked for since the account was opened; and that it is now.
  bool was_asked_for(const ClassName& name, std::size_t method) const;
  // The same since the run began, whatever accounts have been closed meanwhile.
  bool was_ever_asked_for(const ClassName& name, std::size_t method) const {
    return ever_asked_for_.contains({name, method});
  }
  void ask_for(const ClassName& name, std::size_t method);

  // Closes the account of a class, of which nobody runs a method: it begins anew.
  void close(const ClassName& name);

  // What a run came to beyond the verdicts of its methods, which their clients have told.
  struct Outcome {
    std::vector<std::string> troubles;  // in words, a line each
    ClosedRun closed;
  };

  // Closes all accounts and the journal. Nobody runs a method any more.
  Outcome finish(bool interrupted);

 private:
  void open_journal(std::int64_t ctest_process_id);

  const std::filesystem::path results_;
  const TimePoint began_;
  const SteadyClock clock_;
  std::string trouble_;
  std::optional<RunDirectory> directory_;
  std::optional<Journal> journal_;
  VerdictBoard board_;
  std::vector<std::string> class_troubles_;  // by the journal's owner; read once it has ended
  RecordQueue queue_;
  std::optional<RunLog> log_;
  std::jthread owner_;
  struct Account {
    std::shared_ptr<ClassRun> run;
    std::vector<char> asked_for;  // per method
  };
  std::map<ClassName, Account> accounts_;
  std::set<std::pair<ClassName, std::size_t>> ever_asked_for_;
  std::set<std::filesystem::path> seen_targets_;  // by their test lists
};

}  // namespace carpool
