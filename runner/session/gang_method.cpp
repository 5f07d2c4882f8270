#include "session/gang_method.h"

#include <algorithm>
#include <utility>

#include "session/gang_record.h"

namespace carpool {
using protocol::Message;

namespace {

RankStatus rank_status_of(MethodStatus status) {
  if (status == MethodStatus::kFailed) return RankStatus::kFailed;
  return status == MethodStatus::kSkipped ? RankStatus::kSkipped : RankStatus::kPassed;
}

}  // namespace

BatchOutcome GangMethod::converse() {
  ask();
  while (!over()) {
    RankNews news = next_news(gang_, launcher_, gang_.workers(), deadline(), context_.clock);
    if (MaybeTrouble trouble = take(news)) return end_gang(std::move(*trouble));
  }
  return all_ended();
}

void GangMethod::ask() {
  gang_.meeting.begin_step(ranks_.size());
  const Message request{"run", {run_.plan().name, id_, run_.method_name(item_)}};
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
    ranks_[rank].result.rank = static_cast<int>(rank);
    ranks_[rank].result.worker = gang_.ranks[rank].number;
    gang_.ranks[rank].process->send(request);
  }
}

TimePoint GangMethod::deadline() const {
  TimePoint earliest = began_ + context_.limits.method;
  if (failed_at_) earliest = std::min(earliest, *failed_at_ + context_.limits.peer_grace);
  for (const Rank& rank : ranks_) {
    if (rank.last_gasp) earliest = std::min(earliest, *rank.last_gasp);
  }
  return earliest;
}

GangMethod::MaybeTrouble GangMethod::take(const RankNews& news) {
  if (const auto* arrived = std::get_if<MessageArrived>(&news.happening)) {
    return take_message(news.rank, arrived->message);
  }
  if (const auto* ended = std::get_if<ProcessEnded>(&news.happening)) {
    return process_ended(news.rank, ended->end);
  }
  if (std::get_if<DeadlinePassed>(&news.happening)) return deadline_passed();
  if (const auto* stop = std::get_if<InterruptRequested>(&news.happening)) {
    const auto& [out_of_time, words] = stop->reason;
    if (out_of_time) {
      // Where a rank has left the runner, the method's time is over because of that.
      const auto lost =
          std::ranges::find_if(ranks_, [](const Rank& of) { return of.last_gasp.has_value(); });
      if (lost == ranks_.end()) return time_used_up(words);
      return broken(static_cast<std::size_t>(lost - ranks_.begin()), kLivedOn);
    }
    return Trouble{{},
                   RankStatus::kInterrupted,
                   "interrupted",
                   words.empty() ? "the run was interrupted" : words};
  }
  if (std::get_if<ChannelClosed>(&news.happening)) {
    note_going(news.rank);
    // The kernel closes a dying process's descriptors shortly before it reports the end.
    ranks_[news.rank].last_gasp = context_.after(context_.limits.last_gasp);
    return std::nullopt;
  }
  return broken(news.rank, "sent " + std::get<ChannelBroken>(news.happening).trouble);
}

GangMethod::MaybeTrouble GangMethod::take_message(std::size_t rank, const Message& message) {
  const std::string& word = message.word;
  if (word == "meet") return take_meet(rank, message);
  if (++ranks_[rank].lines > kMostLinesInAStep) return broken(rank, "floods its channel");
  if (word == "started") return take_started(rank, message);
  if (word == "finished") return take_finished(rank, message);
  if (word == "failure") return take_failure(rank, message);
  if (word == "leak") return take_leak(rank, message);
  if (word == "stack") return std::nullopt;
  if (word == "crash") {
    keep_crash(gang_.ranks[rank], message);
    return std::nullopt;
  }
  if (word == "unknown" && is_of_this(message) && !ranks_[rank].started) {
    ranks_[rank].unknown = true;
    ranks_[rank].result.reason =
        "the executable has no such test any more: build, so that discovery runs again";
    end_rank(rank, RankStatus::kNotRun);
    gang_.meeting.leave(rank, "does not know the method", gang_.workers());
    return std::nullopt;
  }
  return broken(rank, "said '" + word.substr(0, 40) + "' in the middle of a method");
}

GangMethod::MaybeTrouble GangMethod::take_meet(std::size_t rank, const Message& message) {
  if (const auto trouble = gang_.meeting.take(rank, message, gang_.workers())) {
    return broken(rank, *trouble);
  }
  return std::nullopt;
}

GangMethod::MaybeTrouble GangMethod::take_started(std::size_t rank, const Message& message) {
  if (ranks_[rank].started || !is_of_this(message)) {
    return broken(rank, "started a method that was not its turn");
  }
  ranks_[rank].started = true;
  gang_.ranks[rank].crash_signal.reset();  // who goes on has not crashed
  return std::nullopt;
}

GangMethod::MaybeTrouble GangMethod::take_failure(std::size_t rank, const Message& message) {
  auto failure = read_failure(message);
  if (!failure) return broken(rank, "sent a malformed failure");
  Rank& of = ranks_[rank];
  if (!is_of_this(message) || of.ended) {
    keep_outside_failure(gang_.ranks[rank], message);
  } else if (message.fields[1] == "skip") {
    of.account.add_skip(failure->message);
  } else {
    of.account.add_failure(std::move(*failure));
  }
  return std::nullopt;
}

GangMethod::MaybeTrouble GangMethod::take_leak(std::size_t rank, const Message& message) {
  if (!ranks_[rank].started || !is_of_this(message) || message.fields.size() < 2) {
    return broken(rank, "sent a leak of a method that does not run");
  }
  ranks_[rank].account.add_leak(message.fields[1]);
  return std::nullopt;
}

GangMethod::MaybeTrouble GangMethod::take_finished(std::size_t rank, const Message& message) {
  const auto word = read_finished(message);
  Rank& of = ranks_[rank];
  if (!word) return broken(rank, "sent a malformed 'finished'");
  if (!of.started || of.ended || !is_of_this(message)) {
    return broken(rank, "finished a method that does not run");
  }
  of.result.output = gang_.ranks[rank].process->output_before(word->mark);
  of.account.leave_out_failures(word->failures_left_out);
  if (word->status != MethodStatus::kFailed) of.account.take_failures_back();
  end_rank(rank, rank_status_of(word->status));
  gang_.meeting.leave(rank, "ended the method (" + std::string(to_word(word->status)) + ")",
                      gang_.workers());
  of.result.duration_ns = word->duration_ns;
  if (word->status == MethodStatus::kFailed && !failed_at_) failed_at_ = context_.clock.now();
  return std::nullopt;
}

// Takes what was heard of the rank into its result.
void GangMethod::end_rank(std::size_t rank, RankStatus status) {
  Rank& of = ranks_[rank];
  MethodFinished heard = of.account.take();
  of.ended = true;
  of.result.status = status;
  const TimePoint end = over_at_.value_or(context_.clock.now());
  of.result.duration_ns = std::chrono::nanoseconds(end - began_).count();
  of.result.failures = std::move(heard.failures);
  of.result.failures_left_out = heard.failures_left_out;
  of.result.leaks = std::move(heard.leaks);
  if (of.result.reason.empty()) of.result.reason = std::move(heard.reason);
}

void GangMethod::note_going(std::size_t rank) {
  int& place = ranks_[rank].went_as;
  if (place == kNotGone) place = gone_++;
}

GangMethod::MaybeTrouble GangMethod::process_ended(std::size_t rank,
                                                   const ProcessEnd& process_end) {
  const ProcessEnd end = true_end(gang_.ranks[rank], process_end);
  note_going(rank);
  ranks_[rank].gone = true;
  const bool signalled = std::holds_alternative<Signalled>(end);
  std::string what = (signalled ? "the worker " : "the process ") + describe(end);
  if (ranks_[rank].ended) what += " after it had ended the method";
  return Trouble{rank, signalled ? RankStatus::kCrashed : RankStatus::kExited,
                 signalled ? "crashed" : "exited", what, end};
}

GangMethod::MaybeTrouble GangMethod::deadline_passed() {
  const TimePoint now = context_.clock.now();
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
    if (ranks_[rank].last_gasp && now >= *ranks_[rank].last_gasp) {
      return broken(rank, kLivedOn);
    }
  }
  const auto failed = std::ranges::find(ranks_, RankStatus::kFailed,
                                        [](const Rank& rank) { return rank.result.status; });
  const bool all_time_is_up = now >= began_ + context_.limits.method;
  if (!all_time_is_up && failed != ranks_.end()) {
    return Trouble{{},
                   RankStatus::kAborted,
                   "aborted",
                   rank_in_words(static_cast<std::size_t>(failed - ranks_.begin())) +
                       " had failed, and this rank did not come to the end of the method within " +
                       in_words(context_.limits.peer_grace) + " (PEER_GRACE)"};
  }
  return time_used_up();
}

GangMethod::Trouble GangMethod::time_used_up(const std::string& words) const {
  return {{},
          RankStatus::kTimedOut,
          "timed_out",
          words.empty() ? "did not end within " + in_words(context_.limits.method) : words};
}

GangMethod::MaybeTrouble GangMethod::broken(std::size_t rank, const std::string& what) const {
  return Trouble{
      rank, RankStatus::kProtocolError, "protocol_error",
      "the worker " + what + ": does the test close or write to descriptors that are not its own?"};
}

BatchOutcome GangMethod::all_ended() {
  MethodFinished record = merge_ranks(results());
  const bool known = std::ranges::none_of(ranks_, &Rank::unknown);
  if (known) {
    record.worker = gang_.ranks.front().number;
    record.position = gang_.methods_run++;
    run_.note_progress();
  }
  const bool port_is_lost = is_red(record.status) && known && add_port_trouble(record);
  run_.finish(item_, std::move(record));
  if (!port_is_lost) return BatchDone{};
  bury_gang(gang_, run_,
            {.rank = 0,
             .loss = {.how = "startup_failed", .during = {}, .moved_methods = moved_, .end = {}}},
            context_);
  return WorkerLost{1};
}

// Says so in the record where somebody else holds the gang's port.
bool GangMethod::add_port_trouble(MethodFinished& record) {
  const std::string trouble = launcher_.port_trouble(gang_.workers());
  if (trouble.empty()) return false;
  record.reason += (record.reason.empty() ? "" : "; ") + trouble;
  return true;
}

// Each is over: what its rank has printed is shown before what comes of it is told.
std::vector<RankResult> GangMethod::results() {
  for (const auto& live : gang_.live) live->end_line();
  std::vector<RankResult> all;
  for (Rank& rank : ranks_) all.push_back(std::move(rank.result));
  return all;
}

BatchOutcome run_together(LiveGang& gang, GangLauncher& launcher, ClassRun& run,
                          const WorkItem& item, std::int64_t id, int moved,
                          const SessionContext& context) {
  return GangMethod(gang, launcher, run, item, id, moved, context).converse();
}

}  // namespace carpool
