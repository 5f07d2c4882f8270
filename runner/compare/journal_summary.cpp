#include "compare/journal_summary.h"

#include <algorithm>
#include <variant>

namespace carpool {
namespace {

// Reads one journal's entries in order and adds what they say to the summary.
class Summary {
 public:
  explicit Summary(JournalSummary& result) : result_(result) {}

  void read(const JournalEntry& entry) {
    std::visit([&](const auto& record) { see(record, entry.t_ns); }, entry.record);
  }

 private:
  void see(const WorkerStarted& started, std::int64_t t_ns) {
    started_[started.worker] = {.class_name = started.class_name, .t_ns = t_ns};
  }

  void see(const WorkerEnded& ended, std::int64_t t_ns) {
    const auto start = started_.find(ended.worker);
    // A worker that went on from class to class has no life of its own to give to one of them.
    const bool one_class = start != started_.end() && start->second.class_name == ended.class_name;
    if (one_class) lives_ns_[ended.class_name] += t_ns - start->second.t_ns;
  }

  void see(const MethodFinished& finished, std::int64_t) {
    if (!finished.final_status) return;
    ClassSummary& summary = result_.classes[finished.class_name];
    summary.methods[finished.method] = {.status = *finished.final_status,
                                        .detail = finished.reason};
    summary.method_ns[finished.method] = finished.duration_ns;
  }

  void see(const ClassFinished& finished, std::int64_t) {
    ClassSummary& summary = result_.classes[finished.class_name];
    summary.status = finished.status;
    summary.busy_ns = std::max(finished.wall_ns, lives_ns_[finished.class_name]);
  }

  template <typename Other>
  void see(const Other&, std::int64_t) {}

  struct Start {
    std::string class_name;
    std::int64_t t_ns = 0;
  };

  JournalSummary& result_;
  std::map<int, Start> started_;
  std::map<std::string, std::int64_t> lives_ns_;
};

}  // namespace

ClassSummary JournalSummary::of_class(const std::string& name) const {
  const auto found = classes.find(name);
  return found == classes.end() ? ClassSummary{} : found->second;
}

JournalSummary summarise(const std::vector<JournalEntry>& entries) {
  JournalSummary result;
  Summary summary(result);
  for (const JournalEntry& entry : entries) summary.read(entry);
  return result;
}

Result<JournalSummary> summarise_journals(const std::filesystem::path& results) {
  std::vector<JournalEntry> entries;
  std::error_code failure;
  for (const auto& run : std::filesystem::directory_iterator(results / "runs", failure)) {
    const Result<std::vector<std::filesystem::path>> files = journal_files(run.path());
    if (!files) return files.error();
    for (const std::filesystem::path& file : *files) {
      const Result<std::vector<JournalEntry>> read = read_journal(file);
      if (!read) return read.error();
      entries.insert(entries.end(), read->begin(), read->end());
    }
  }
  if (failure)
    return Error{"cannot read the journals below " + results.string() + ": " + failure.message()};
  return summarise(entries);
}

}  // namespace carpool
