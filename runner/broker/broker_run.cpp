#include "broker/broker_run.h"

#include "base/exit_code.h"
#include "base/version.h"
#include "journal/timestamp.h"
#include "schedule/disabled_classes.h"

namespace carpool {
namespace {

// Trouble of a class that no method's own verdict tells of.
std::optional<std::string> untold_trouble(const Record& record) {
  const auto* finished = std::get_if<ClassFinished>(&record);
  if (!finished || finished->status != ClassStatus::kTeardownFailed) return std::nullopt;
  return finished->target + "." + finished->class_name + ": " + finished->reason;
}

}  // namespace

BrokerRun::BrokerRun(const std::filesystem::path& results, std::int64_t ctest_process_id)
    : results_(results),
      began_(std::chrono::steady_clock::now()),
      // A client waits for every record.
      queue_(began_, std::chrono::milliseconds(0)) {
  open_journal(ctest_process_id);
  log_.emplace(journal_ ? &*journal_ : nullptr, board_, [this](const JournalEntry& entry) {
    if (auto trouble = untold_trouble(entry.record)) class_troubles_.push_back(std::move(*trouble));
  });
  owner_ = std::jthread([this] { log_->follow(queue_); });
}

void BrokerRun::open_journal(std::int64_t ctest_process_id) {
  auto directory = run_directory_of(results_, ctest_process_id);
  auto journal =
      directory ? Journal::create(directory->path, "broker") : Result<Journal>(directory.error());
  if (journal) {
    directory_ = std::move(*directory);
    journal_.emplace(std::move(*journal));
    journal_->append(describe_run(directory_->id, kVersion, kBrokerCommandLine), 0);
  } else {
    trouble_ = journal.error().message;
  }
}

BrokerRun::~BrokerRun() {
  if (owner_.joinable()) finish(true);
}

std::shared_ptr<ClassRun> BrokerRun::class_run(const ClassName& name,
                                               const std::function<ClassPlan()>& plan) {
  Account& account = accounts_[name];
  if (!account.run) {
    ClassPlan wanted = plan();
    account.asked_for.assign(wanted.methods.size(), 0);
    account.run = std::make_shared<ClassRun>(std::move(wanted), 1, queue_, clock_);
  }
  return account.run;
}

void BrokerRun::note_disabled_classes(const TargetManifest& manifest, const TestList& tests) {
  if (!directory_ || !seen_targets_.insert(manifest.test_list).second) return;
  if (!claim_disabled_classes(*directory_, manifest)) return;
  for (const ClassPlanned& plan : disabled_classes(manifest, tests)) {
    for (Record& record : account_of_disabled(plan)) queue_.put(std::move(record));
  }
}

// In a journal of its own: the first line of this run's is written.
void BrokerRun::warn(const std::string& words) const {
  if (!directory_) return;
  auto journal = Journal::create(directory_->path, "broker");
  if (!journal) return;
  RunStarted begin = describe_run(directory_->id, kVersion, kBrokerCommandLine);
  begin.warnings.push_back(words);
  journal->append(begin, 0);
  journal->append(RunFinished{}, 0);
  static_cast<void>(journal->flush());  // a disk that is full is told by the run's own journal
}

bool BrokerRun::was_asked_for(const ClassName& name, std::size_t method) const {
  const auto found = accounts_.find(name);
  return found != accounts_.end() && found->second.asked_for.at(method) != 0;
}

void BrokerRun::ask_for(const ClassName& name, std::size_t method) {
  accounts_.at(name).asked_for.at(method) = 1;
  ever_asked_for_.emplace(name, method);
}

void BrokerRun::close(const ClassName& name) {
  const auto found = accounts_.find(name);
  if (found == accounts_.end()) return;
  found->second.run->leave();
  accounts_.erase(found);
}

BrokerRun::Outcome BrokerRun::finish(bool interrupted) {
  for (auto& [name, account] : accounts_) account.run->leave();
  accounts_.clear();
  queue_.close();
  owner_.join();
  const auto wall = std::chrono::nanoseconds(std::chrono::steady_clock::now() - began_).count();
  interrupted = interrupted || log_->tally().interrupted;
  const bool red = log_->tally().red();
  const ExitCode code = interrupted ? ExitCode::kInterrupted
                        : red       ? ExitCode::kRed
                                    : ExitCode::kGreen;
  log_->finish({.interrupted = interrupted, .exit_code = static_cast<int>(code), .wall_ns = wall},
               wall);
  Outcome outcome{
      .troubles = std::move(class_troubles_),
      .closed = {.directory = {}, .results = results_, .ended_at = rfc3339(unix_time_ns())}};
  if (directory_) outcome.closed.directory = directory_->path;
  if (!trouble_.empty()) outcome.troubles.push_back(trouble_);
  if (log_->tally().journal_error) outcome.troubles.push_back(*log_->tally().journal_error);
  if (journal_) {
    if (const auto in_place = journal_->check_in_place(); !in_place) {
      outcome.troubles.push_back(in_place.error().message + ": this run is not recorded");
    }
  }
  return outcome;
}

}  // namespace carpool
