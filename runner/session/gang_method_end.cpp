// How a method ends that its gang does not survive.

#include <algorithm>
#include <utility>

#include "session/gang_method.h"
#include "session/gang_record.h"

namespace carpool {
namespace {

// The most that is heard of other ranks once one of them is lost: what they had said before.
constexpr int kMostLastWords = 10'000;

constexpr char kEndedWithAnother[] = "ended with another rank of its launcher";

}  // namespace

// The others may have ended the method, or crashed too, by the time that one was seen to be lost.
void GangMethod::hear_last_words(std::size_t lost) {
  std::vector<Worker*> others = gang_.workers();
  others[lost] = nullptr;
  for (int words = 0; words < kMostLastWords; ++words) {
    const RankNews news = launcher_.wait(others, context_.clock.now());
    if (news.rank >= others.size()) return;
    MaybeTrouble trouble = take(news);
    if (!trouble) continue;
    if (trouble->end && std::holds_alternative<Vanished>(*trouble->end)) {
      trouble->status = RankStatus::kAborted;
      trouble->what = kEndedWithAnother;
    }
    if (trouble->rank) lose_too(news.rank, *trouble);
    others[news.rank] = nullptr;
  }
}

// A second rank whose trouble is its own.
void GangMethod::lose_too(std::size_t rank, const Trouble& trouble) {
  if (also_lost_.contains(rank)) return;  // its end has been heard of before
  const bool had_ended = ranks_[rank].ended;
  if (!had_ended) settle(rank, trouble);
  if (trouble.status == RankStatus::kAborted) return;
  if (had_ended) {
    run_.note_trouble(ClassStatus::kTeardownFailed, rank_in_words(rank) + ": " + trouble.what);
  }
  also_lost_.insert({rank,
                     {.how = trouble.how,
                      .during = had_ended ? "" : run_.method_name(item_),
                      .moved_methods = 0,
                      .end = trouble.end}});
}

// How a rank fares that is lost, or ended for another's sake.
void GangMethod::settle(std::size_t rank, const Trouble& trouble) {
  Rank& of = ranks_[rank];
  LiveWorker& worker = gang_.ranks[rank];
  of.result.reason = trouble.what;
  end_rank(rank, trouble.status);  // now: what follows takes its time
  if (trouble.end) {
    if (const auto* signalled = std::get_if<Signalled>(&*trouble.end)) {
      of.result.signal = signalled->signal;
    }
    if (const auto* exited = std::get_if<Exited>(&*trouble.end)) of.result.exit_code = exited->code;
  } else {
    worker.process->stop(context_.limits.grace);  // so that its output is whole
  }
  of.result.output = worker.process->output_since_last_mark();
  const std::string frames = std::exchange(worker.crash_frames, {});
  if (!frames.empty()) of.result.stacks = worker.process->with_symbols(frames);
}

// A rank had gone before it could begin: nobody's method, so this one is run again.
BatchOutcome GangMethod::end_before_begin(const Trouble& trouble) {
  run_.note_trouble(ClassStatus::kTeardownFailed,
                    rank_in_words(*trouble.rank) + ": " + trouble.what + " between methods");
  bury_gang(
      gang_, run_,
      {.rank = trouble.rank,
       .loss = {.how = trouble.how, .during = {}, .moved_methods = moved_ + 1, .end = trouble.end}},
      context_);
  return WorkerLost{0};
}

bool GangMethod::all_came_to_the_end() const {
  return std::ranges::all_of(ranks_, [](const Rank& rank) {
    const RankStatus status = rank.result.status;
    return status == RankStatus::kPassed || status == RankStatus::kFailed ||
           status == RankStatus::kSkipped;
  });
}

// Who ended without a word may have been ended by its launcher, for the sake of one that has had
// time to say why.
void GangMethod::look_for_the_true_cause(Trouble& trouble) {
  const bool vanished = trouble.end && std::holds_alternative<Vanished>(*trouble.end);
  if (!trouble.rank || !vanished) return;
  hear_last_words(*trouble.rank);
  const bool another_crashed = std::ranges::any_of(
      ranks_, [](const Rank& rank) { return rank.result.status == RankStatus::kCrashed; });
  if (!another_crashed) return;
  trouble.what = kEndedWithAnother;
  trouble.status = RankStatus::kAborted;
}

// The rank that the trouble is of, and what the others have said by then.
void GangMethod::settle_cause(const Trouble& trouble) {
  // One that had ended the method already keeps its result, and the class hears of its end.
  if (ranks_[*trouble.rank].ended) {
    run_.note_trouble(ClassStatus::kTeardownFailed,
                      rank_in_words(*trouble.rank) + ": " + trouble.what);
  } else {
    settle(*trouble.rank, trouble);
  }
  hear_last_words(*trouble.rank);
}

// Those that live: their stacks, unless nobody has time for them.
void GangMethod::take_stacks(const Trouble& trouble) {
  if (trouble.status == RankStatus::kInterrupted) return;
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
    const bool lives = trouble.rank != rank && !also_lost_.contains(rank) && !ranks_[rank].gone;
    std::string& stacks = ranks_[rank].result.stacks;
    if (lives && stacks.empty()) stacks = gang_.ranks[rank].process->stacks();
  }
}

// Those that have not ended the method. Gives the first of them.
std::optional<std::size_t> GangMethod::cut_short(const Trouble& trouble) {
  const std::string what =
      trouble.rank ? rank_in_words(*trouble.rank) + ": " + trouble.what : trouble.what;
  std::optional<std::size_t> first;
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
    if (!ranks_[rank].ended) gang_.ranks[rank].process->ask_to_stop();
  }
  const TimePoint end_of_grace = context_.after(context_.limits.grace);
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
    Rank& of = ranks_[rank];
    if (of.ended) continue;
    if (!first) first = rank;
    const std::string call = gang_.meeting.call_of(rank);
    of.result.reason = what + (call.empty() ? "" : "; it waited in " + call + "()");
    Worker& process = *gang_.ranks[rank].process;
    process.stop(context_.left_until(end_of_grace));
    of.result.output = process.output_since_last_mark();
    end_rank(rank, trouble.rank ? RankStatus::kAborted : trouble.status);
  }
  return first;
}

// What the journal says of the ends of the ranks. `first_late`: who a time-out is charged to.
GangLoss GangMethod::loss_of(const Trouble& trouble, bool inside_method,
                             std::optional<std::size_t> first_late) {
  GangLoss loss{.rank = trouble.rank,
                .loss = {.how = trouble.how,
                         .during = inside_method ? run_.method_name(item_) : "",
                         .moved_methods = moved_,
                         .end = trouble.end},
                .also = std::move(also_lost_)};
  if (trouble.status == RankStatus::kTimedOut) loss.rank = first_late;
  if (trouble.rank && trouble.status == RankStatus::kAborted && !loss.also.empty()) {
    auto cause = loss.also.extract(loss.also.begin());
    loss.rank = cause.key();
    loss.loss = std::move(cause.mapped());
    loss.loss.moved_methods = moved_;
  }
  return loss;
}

BatchOutcome GangMethod::end_gang(Trouble trouble) {
  if (trouble.rank && trouble.end && !ranks_[*trouble.rank].started) {
    return end_before_begin(trouble);
  }
  look_for_the_true_cause(trouble);
  if (trouble.rank) settle_cause(trouble);
  take_stacks(trouble);
  const auto first_late = cut_short(trouble);
  if (all_came_to_the_end()) run_.note_progress();
  const bool inside_method = !trouble.rank || ranks_[*trouble.rank].result.status == trouble.status;
  const GangLoss loss = loss_of(trouble, inside_method, first_late);
  const bool interrupted = trouble.status == RankStatus::kInterrupted;

  MethodFinished record = merge_ranks(results());
  record.worker = gang_.ranks.front().number;
  record.position = gang_.methods_run;
  if (!interrupted) add_port_trouble(record);
  run_.finish(item_, std::move(record));
  bury_gang(gang_, run_, loss, context_);
  if (interrupted) return BatchInterrupted{};
  return WorkerLost{1};
}

}  // namespace carpool
