#include "session/gang_set_up.h"

#include <algorithm>
#include <utility>

namespace carpool {
namespace {

using protocol::Message;

class GangSetUp {
 public:
  GangSetUp(LiveGang& gang, GangLauncher& launcher, ClassRun& run, const SessionContext& context)
      : gang_(gang),
        launcher_(launcher),
        run_(run),
        context_(context),
        began_(context.clock.now()),
        ranks_(gang.ranks.size()) {}

  BatchOutcome converse(std::int64_t id);

 private:
  using End = std::optional<BatchOutcome>;

  struct Rank {
    bool done = false;
    int lines = 0;
    std::optional<TimePoint> last_gasp;  // the channel is closed: until then the process has to end
  };

  TimePoint deadline() const;
  End take(const RankNews& news);
  BatchOutcome process_ended(std::size_t rank, const ProcessEnd& end);
  End take_message(std::size_t rank, const Message& message);
  End take_set_up(std::size_t rank, const Message& message);
  End deadline_passed();
  BatchOutcome lost(std::optional<std::size_t> rank, const std::string& how,
                    const std::string& what, std::optional<ProcessEnd> end = std::nullopt);
  BatchOutcome start_anew(GangLoss loss, const std::string& reason, const std::string& port);
  BatchOutcome interrupted();
  void leave(std::size_t rank, const std::string& how);

  LiveGang& gang_;
  GangLauncher& launcher_;
  ClassRun& run_;
  const SessionContext& context_;
  const TimePoint began_;
  std::vector<Rank> ranks_;
  std::optional<TimePoint> failed_at_;
  std::string failure_;  // the first rank's
  std::size_t failed_rank_ = 0;
};

BatchOutcome GangSetUp::converse(std::int64_t id) {
  gang_.meeting.begin_step(ranks_.size());
  for (LiveWorker& rank : gang_.ranks) {
    rank.process->send({"run", {run_.plan().name, std::to_string(id)}});
  }
  while (!std::ranges::all_of(ranks_, &Rank::done)) {
    RankNews news = next_news(gang_, launcher_, gang_.workers(), deadline(), context_.clock);
    if (End end = take(news)) return std::move(*end);
  }
  gang_.class_name = run_.plan().name;
  if (!failed_at_) return BatchDone{};
  const std::string port = launcher_.port_trouble(gang_.workers());
  if (!port.empty()) return start_anew({.rank = failed_rank_, .loss = {}}, failure_, port);
  run_.give_up(ClassStatus::kSetupFailed, failure_);
  return SuiteSetUpFailed{failure_};
}

TimePoint GangSetUp::deadline() const {
  TimePoint earliest = began_ + context_.limits.method;
  if (failed_at_) earliest = std::min(earliest, *failed_at_ + context_.limits.peer_grace);
  for (const Rank& rank : ranks_) {
    if (rank.last_gasp && !rank.done) earliest = std::min(earliest, *rank.last_gasp);
  }
  return earliest;
}

GangSetUp::End GangSetUp::take(const RankNews& news) {
  if (const auto* arrived = std::get_if<MessageArrived>(&news.happening)) {
    return take_message(news.rank, arrived->message);
  }
  if (const auto* ended = std::get_if<ProcessEnded>(&news.happening)) {
    const ProcessEnd end = true_end(gang_.ranks[news.rank], ended->end);
    if (std::holds_alternative<Vanished>(end)) {
      const auto crashed = crashed_beside(gang_, launcher_, news.rank, context_.clock);
      if (crashed) return process_ended(*crashed, true_end(gang_.ranks[*crashed], end));
    }
    return process_ended(news.rank, end);
  }
  if (std::get_if<DeadlinePassed>(&news.happening)) return deadline_passed();
  if (std::get_if<InterruptRequested>(&news.happening)) return interrupted();
  if (const auto* broken = std::get_if<ChannelBroken>(&news.happening)) {
    return lost(news.rank, "protocol_error", "the worker sent " + broken->trouble);
  }
  // The kernel closes a dying process's descriptors shortly before it reports the end.
  ranks_[news.rank].last_gasp = context_.after(context_.limits.last_gasp);
  return std::nullopt;
}

BatchOutcome GangSetUp::process_ended(std::size_t rank, const ProcessEnd& end) {
  const bool signalled = std::holds_alternative<Signalled>(end);
  return lost(rank, signalled ? "crashed" : "exited",
              (signalled ? "the worker " : "the process ") + describe(end) + " in suite set-up",
              end);
}

GangSetUp::End GangSetUp::take_message(std::size_t rank, const Message& message) {
  LiveWorker& worker = gang_.ranks[rank];
  if (message.word == "meet") {
    const auto trouble = gang_.meeting.take(rank, message, gang_.workers());
    if (!trouble) return std::nullopt;
    return lost(rank, "protocol_error", "the worker " + *trouble);
  }
  if (++ranks_[rank].lines > kMostLinesInAStep) {
    return lost(rank, "protocol_error", "the worker floods its channel");
  }
  if (message.word == "suite_set_up") return take_set_up(rank, message);
  if (message.word == "failure" && keep_outside_failure(worker, message)) return std::nullopt;
  if (message.word == "stack") return std::nullopt;
  if (message.word == "crash") {
    keep_crash(worker, message);
    return std::nullopt;
  }
  if (message.word == "unknown") {  // each method will say so again
    leave(rank, "does not know the class");
    return std::nullopt;
  }
  return lost(rank, "protocol_error",
              "the worker said '" + message.word.substr(0, 40) + "' in suite set-up");
}

GangSetUp::End GangSetUp::take_set_up(std::size_t rank, const Message& message) {
  LiveWorker& worker = gang_.ranks[rank];
  std::int64_t duration = 0;
  if (ranks_[rank].done || message.fields.size() < 3 || message.fields[0] != run_.plan().name ||
      !protocol::parse_number(message.fields[2], duration)) {
    return lost(rank, "protocol_error", "the worker's word about its suite set-up is malformed");
  }
  SuiteSetUp record{.target = run_.plan().target,
                    .class_name = run_.plan().name,
                    .worker = worker.number,
                    .failed = message.fields[1] == "failed",
                    .duration_ns = duration,
                    .failures = std::exchange(worker.failures_outside, {})};
  std::string reason = rank_in_words(rank) + ": ";
  reason += record.failed ? "suite set-up failed" : "a failure outside of methods";
  if (!record.failures.empty()) reason += ": " + record.failures.front().message;
  if (record.failed && !failed_at_) {
    failed_at_ = context_.clock.now();
    failure_ = reason;
    failed_rank_ = rank;
  } else if (!record.failed && !record.failures.empty()) {
    run_.note_trouble(ClassStatus::kTeardownFailed, reason);
  }
  worker.class_name = run_.plan().name;
  worker.crash_signal.reset();  // who goes on has not crashed
  context_.sink.put(std::move(record));
  leave(rank, "came to the end of suite set-up");
  return std::nullopt;
}

void GangSetUp::leave(std::size_t rank, const std::string& how) {
  ranks_[rank].done = true;
  gang_.meeting.leave(rank, how, gang_.workers());
}

GangSetUp::End GangSetUp::deadline_passed() {
  const TimePoint now = context_.clock.now();
  const auto last_gasp = std::ranges::find_if(ranks_, [&](const Rank& rank) {
    return !rank.done && rank.last_gasp && now >= *rank.last_gasp;
  });
  if (last_gasp != ranks_.end()) {
    return lost(static_cast<std::size_t>(last_gasp - ranks_.begin()), "protocol_error",
                std::string("the worker ") + kLivedOn + " in suite set-up");
  }
  if (failed_at_) return lost(std::nullopt, "aborted", failure_);
  const std::size_t rank = latest_rank(gang_, [&](std::size_t one) { return !ranks_[one].done; });
  std::string what = "suite set-up did not end within " + in_words(context_.limits.method);
  if (const std::string call = gang_.meeting.call_of(rank); !call.empty()) {
    what += ", it waits in " + call + "()";
  }
  return lost(rank, "timed_out", what);
}

BatchOutcome GangSetUp::lost(std::optional<std::size_t> rank, const std::string& how,
                             const std::string& what, std::optional<ProcessEnd> end) {
  const std::string reason = rank ? rank_in_words(*rank) + ": " + what : what;
  const std::string port = launcher_.port_trouble(gang_.workers());
  GangLoss loss{.rank = rank.value_or(failed_rank_),
                .loss = {.how = how, .during = {}, .moved_methods = 0, .end = end}};
  // What a test does about a port that it cannot have: it fails, or exits. A signal, a hang or
  // nonsense is its own fault all the same.
  const bool gave_up = !rank || (end && std::holds_alternative<Exited>(*end));
  if (gave_up && !port.empty()) return start_anew(std::move(loss), reason, port);
  const std::string whole = port.empty() ? reason : reason + "; " + port;
  run_.give_up(ClassStatus::kSetupFailed, whole);
  bury_gang(gang_, run_, loss, context_);
  return SuiteSetUpFailed{whole};
}

// Nobody's fault: a gang with another port may do better.
BatchOutcome GangSetUp::start_anew(GangLoss loss, const std::string& reason,
                                   const std::string& port) {
  const std::string why = port + "; the gang is started anew (" + reason + ")";
  context_.sink.show_live("carpool: " + why + "\n");
  loss.loss.how = "startup_failed";
  loss.loss.reason = why;
  bury_gang(gang_, run_, loss, context_);
  return WorkerLost{.reason = why};
}

BatchOutcome GangSetUp::interrupted() {
  bury_gang(gang_, run_, {.rank = {}, .loss = {.how = "interrupted", .during = {}}}, context_);
  return BatchInterrupted{};
}

}  // namespace

BatchOutcome set_up_class(LiveGang& gang, GangLauncher& launcher, ClassRun& run, std::int64_t id,
                          const SessionContext& context) {
  return GangSetUp(gang, launcher, run, context).converse(id);
}

}  // namespace carpool
