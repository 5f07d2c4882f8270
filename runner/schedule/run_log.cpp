#include "schedule/run_log.h"

#include <variant>

namespace carpool {
namespace {

constexpr std::chrono::milliseconds kRefresh{100};

}  // namespace

void RunLog::follow(RecordQueue& queue) {
  for (bool closed = false; !closed;) {
    std::vector<QueuedItem> items = queue.take_all(kRefresh, closed);
    for (const QueuedItem& item : items) {
      const auto* record = std::get_if<Record>(&item.content);
      if (!record) continue;
      count(*record);
      if (journal_) journal_->append(*record, item.t_ns);
    }
    flush();
    for (QueuedItem& item : items) {
      if (auto* record = std::get_if<Record>(&item.content)) {
        show(std::move(*record), item.t_ns);
      } else {
        screen_.show_live(std::get<LiveOutput>(item.content).bytes);
      }
    }
    screen_.refresh();
  }
}

void RunLog::finish(const RunFinished& record, std::int64_t t_ns) {
  if (journal_) journal_->append(record, t_ns);
  flush();
  show(record, t_ns);
  screen_.refresh();
}

void RunLog::show(Record record, std::int64_t t_ns) {
  screen_.show(record);
  if (reader_) reader_({.t_ns = t_ns, .record = std::move(record)});
}

void RunLog::flush() {
  if (!journal_) return;
  if (auto written = journal_->flush(); !written && !tally_.journal_error) {
    tally_.journal_error = written.error().message;
  }
}

void RunLog::count(const Record& record) {
  if (std::get_if<WorkerStarted>(&record)) ++tally_.workers_started;
  if (const auto* method = std::get_if<MethodFinished>(&record)) {
    if (!method->final_status || *method->final_status == MethodStatus::kDisabled) return;
    ++tally_.methods_run;
    if (*method->final_status == MethodStatus::kSkipped) ++tally_.methods_skipped;
    if (is_red(*method->final_status)) {
      ++tally_.methods_red;
      tally_.red_methods.push_back(method->class_name + "." + method->method);
    }
    if (*method->final_status == MethodStatus::kInterrupted) tally_.interrupted = true;
  } else if (const auto* finished = std::get_if<ClassFinished>(&record)) {
    if (is_red(finished->status)) ++tally_.classes_red;
    if (finished->status == ClassStatus::kStartupFailed) ++tally_.classes_not_started;
    if (tally_.first_trouble.empty()) tally_.first_trouble = finished->reason;
    if (finished->status == ClassStatus::kInterrupted) tally_.interrupted = true;
  }
}

}  // namespace carpool
