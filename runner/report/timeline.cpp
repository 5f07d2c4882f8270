#include "report/timeline.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "journal/timestamp.h"
#include "report/timeline_layout.h"

namespace carpool {
namespace {

std::string word_of_start(const std::string& how) { return how.empty() ? "unfinished" : how; }

}  // namespace

std::string_view to_word(SpanKind kind) {
  switch (kind) {
    case SpanKind::kSpawn:
      return "spawn";
    case SpanKind::kInit:
      return "init";
    case SpanKind::kSuiteSetUp:
      return "suite set-up";
    case SpanKind::kMethod:
      return "method";
    case SpanKind::kSuiteTearDown:
      return "suite tear-down";
    case SpanKind::kExit:
      return "exit";
    case SpanKind::kIdle:
      break;
  }
  return "idle";
}

void TimelineBuilder::begin_journal() {
  workers_before_ = highest_worker_;
  journal_began_ns_ = 0;
  last_t_ns_ = 0;
  drafts_.clear();
}

void TimelineBuilder::take(const JournalEntry& entry) {
  last_t_ns_ = std::max(last_t_ns_, entry.t_ns);
  std::visit([&](const auto& record) { enter(record, entry.t_ns); }, entry.record);
}

void TimelineBuilder::end_journal(const std::string& problem) {
  if (!problem.empty()) timeline_.problems.push_back(problem);
  for (auto& [worker, draft] : drafts_) {
    if (draft.started && !draft.ready) {
      // All that is known of it is how long it took to come to nothing.
      draft.lane.spans.insert(draft.lane.spans.begin(),
                              {.kind = SpanKind::kSpawn,
                               .begin_ns = draft.started_ns,
                               .end_ns = draft.ended ? draft.ended_ns : last_t_ns_,
                               .class_index = draft.first_class,
                               .status = word_of_start(draft.lane.how)});
    }
    lay_out(draft.lane.spans);
    timeline_.lanes.push_back(std::move(draft.lane));
    began_ns_.push_back(journal_began_ns_);
  }
  drafts_.clear();
}

// Journals' clocks are put on one scale: each begins at its own time of day.
Timeline TimelineBuilder::finish() {
  for (std::size_t i = 0; i < timeline_.lanes.size(); ++i) {
    const std::int64_t offset = std::max<std::int64_t>(began_ns_[i] - zero_ns_, 0);
    for (TimelineSpan& span : timeline_.lanes[i].spans) {
      span.begin_ns += offset;
      span.end_ns += offset;
    }
  }
  return std::move(timeline_);
}

void TimelineBuilder::enter(const RunStarted& record, std::int64_t) {
  journal_began_ns_ = unix_time_from_rfc3339(record.started_at).value_or(0);
  if (any_ && journal_began_ns_ >= zero_ns_) return;
  any_ = true;
  zero_ns_ = journal_began_ns_;
  timeline_.run_id = record.run_id;
  timeline_.started_at = record.started_at;
  timeline_.version = record.version;
}

void TimelineBuilder::enter(const WorkerStarted& record, std::int64_t t_ns) {
  Draft* const started = draft(record.worker, record.target, t_ns);
  if (started == nullptr) return;
  started->started = true;
  started->lane.rank = record.rank;
  started->lane.process_id = record.process_id;
  started->started_ns = t_ns;
  started->first_class = class_index(record.class_name);
}

void TimelineBuilder::enter(const WorkerReady& record, std::int64_t t_ns) {
  const auto found = drafts_.find(record.worker);
  if (found == drafts_.end()) return;
  Draft& draft = found->second;
  draft.ready = true;
  add(draft, {.kind = SpanKind::kSpawn, .class_index = draft.first_class}, t_ns - record.init_ns,
      record.spawn_ns);
  add(draft, {.kind = SpanKind::kInit, .class_index = draft.first_class}, t_ns, record.init_ns);
}

void TimelineBuilder::enter(const SuiteSetUp& record, std::int64_t t_ns) {
  enter_suite_event(SpanKind::kSuiteSetUp, record, t_ns);
}

void TimelineBuilder::enter(const SuiteTornDown& record, std::int64_t t_ns) {
  enter_suite_event(SpanKind::kSuiteTearDown, record, t_ns);
}

template <typename SuiteEvent>
void TimelineBuilder::enter_suite_event(SpanKind kind, const SuiteEvent& record,
                                        std::int64_t t_ns) {
  Draft* const of_worker = draft(record.worker, record.target, t_ns);
  if (of_worker == nullptr) return;
  add(*of_worker,
      {.kind = kind,
       .class_index = class_index(record.class_name),
       .status = record.failed ? "failed" : ""},
      t_ns, record.duration_ns);
}

void TimelineBuilder::enter(const MethodFinished& record, std::int64_t t_ns) {
  const auto span = [&](std::string_view status) {
    return TimelineSpan{.kind = SpanKind::kMethod,
                        .class_index = class_index(record.class_name),
                        .method = record.method,
                        .attempt = record.attempt,
                        .status = std::string(status)};
  };
  for (const RankResult& rank : record.ranks) {
    if (rank.status == RankStatus::kNotRun) continue;
    if (Draft* const of_rank = draft(rank.worker, record.target, t_ns)) {
      add(*of_rank, span(to_word(rank.status)), t_ns, rank.duration_ns);
    }
  }
  const bool ran = record.ranks.empty() && record.status != MethodStatus::kNotRun &&
                   record.status != MethodStatus::kDisabled;
  if (!ran) return;
  if (Draft* const of_worker = draft(record.worker, record.target, t_ns)) {
    add(*of_worker, span(to_word(record.status)), t_ns, record.duration_ns);
  }
}

void TimelineBuilder::enter(const WorkerEnded& record, std::int64_t t_ns) {
  Draft* const of_worker = draft(record.worker, record.target, t_ns);
  if (of_worker == nullptr) return;
  of_worker->ended = true;
  of_worker->ended_ns = t_ns;
  of_worker->lane.how = record.how;
  if (record.exit_ns <= 0) return;
  // The request to retire also asks for the suite's tear-down, which has a span of its own.
  std::int64_t began = std::max<std::int64_t>(t_ns - record.exit_ns, 0);
  if (!of_worker->lane.spans.empty()) {
    began = std::max(began, of_worker->lane.spans.back().end_ns);
  }
  add(*of_worker, {.kind = SpanKind::kExit, .class_index = class_index(record.class_name)}, t_ns,
      std::max<std::int64_t>(t_ns - began, 0));
}

// The draft of a worker's lane; null for no worker.
TimelineBuilder::Draft* TimelineBuilder::draft(int worker, const std::string& target,
                                               std::int64_t t_ns) {
  if (worker <= 0) return nullptr;
  const auto [at, is_new] = drafts_.try_emplace(worker);
  if (is_new) {
    highest_worker_ = std::max(highest_worker_, workers_before_ + worker);
    at->second.lane.worker = workers_before_ + worker;
    at->second.lane.target = target;
    at->second.started_ns = t_ns;
  }
  return &at->second;
}

void TimelineBuilder::add(Draft& draft, TimelineSpan span, std::int64_t end_ns,
                          std::int64_t duration_ns) {
  span.end_ns = std::max<std::int64_t>(end_ns, 0);
  span.begin_ns = std::max<std::int64_t>(span.end_ns - duration_ns, 0);
  draft.lane.spans.push_back(std::move(span));
}

std::size_t TimelineBuilder::class_index(const std::string& name) {
  if (last_class_ < timeline_.classes.size() && timeline_.classes[last_class_] == name) {
    return last_class_;
  }
  const auto [at, is_new] = class_indices_.try_emplace(name, timeline_.classes.size());
  if (is_new) timeline_.classes.push_back(name);
  last_class_ = at->second;
  return last_class_;
}

Result<Timeline> build_timeline(const std::filesystem::path& run_directory) {
  const auto files = journal_files(run_directory);
  if (!files) return files.error();
  if (files->empty()) return Error{"there is no journal in " + run_directory.string()};
  TimelineBuilder builder;
  for (const auto& file : *files) {
    builder.begin_journal();
    const auto visited =
        visit_journal(file, [&](const JournalEntry& entry) { builder.take(entry); });
    builder.end_journal(visited ? std::string() : visited.error().message);
  }
  Timeline timeline = builder.finish();
  if (timeline.run_id.empty()) {
    return Error{"no journal in " + run_directory.string() + " can be read" +
                 (timeline.problems.empty() ? "" : ": " + timeline.problems.front())};
  }
  return timeline;
}

}  // namespace carpool
