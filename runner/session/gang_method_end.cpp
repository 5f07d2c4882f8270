// How a method ends that its gang does not survive.

#include <algorithm>
#include <utility>

#include "session/gang_method.h"
#include "session/gang_record.h"

namespace carpool {
namespace {

// The most that is heard of other ranks once one of them is lost: what they had said before.
constexpr int kMostLastWords = 10'000;

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
      trouble->what = "ended with another rank of its launcher";
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

BatchOutcome GangMethod::end_gang(Trouble trouble) {
  if (trouble.rank && trouble.end && !ranks_[*trouble.rank].started) {
    return end_before_begin(trouble);
  }
  const bool interrupted = trouble.status == RankStatus::kInterrupted;
  std::string of_others = trouble.what;
  RankStatus status_of_others = trouble.status;
  if (trouble.rank && trouble.end && std::holds_alternative<Vanished>(*trouble.end)) {
    // Its launcher may have ended it for another's sake, who has had time to say why.
    hear_last_words(*trouble.rank);
    for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
      if (ranks_[rank].result.status != RankStatus::kCrashed) continue;
      trouble.what = "ended with another rank of its launcher";
      trouble.status = RankStatus::kAborted;
    }
  }
  if (trouble.rank) {
    // One that had ended the method already keeps its result, and the class hears of its end.
    if (ranks_[*trouble.rank].ended) {
      run_.note_trouble(ClassStatus::kTeardownFailed,
                        rank_in_words(*trouble.rank) + ": " + trouble.what);
    } else {
      settle(*trouble.rank, trouble);
    }
    hear_last_words(*trouble.rank);
    status_of_others = RankStatus::kAborted;
    of_others = rank_in_words(*trouble.rank) + ": " + trouble.what;
  }
  std::vector<std::size_t> cut_short;
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
    const bool lives = trouble.rank != rank && !also_lost_.contains(rank) && !ranks_[rank].gone;
    const std::string call = gang_.meeting.call_of(rank);
    if (lives && !interrupted && ranks_[rank].result.stacks.empty()) {
      ranks_[rank].result.stacks = gang_.ranks[rank].process->stacks();
    }
    if (ranks_[rank].ended) continue;
    cut_short.push_back(rank);
    ranks_[rank].result.reason = of_others;
    if (!call.empty()) ranks_[rank].result.reason += "; it waited in " + call + "()";
  }
  for (const std::size_t rank : cut_short) gang_.ranks[rank].process->ask_to_stop();
  const TimePoint end_of_grace = context_.after(context_.limits.grace);
  for (const std::size_t rank : cut_short) {
    Worker& process = *gang_.ranks[rank].process;
    process.stop(context_.left_until(end_of_grace));
    ranks_[rank].result.output = process.output_since_last_mark();
    end_rank(rank, status_of_others);
  }
  if (all_came_to_the_end()) run_.note_progress();
  const bool cause_is_inside =
      !trouble.rank || ranks_[*trouble.rank].result.status == trouble.status;
  MethodFinished record = merge_ranks(results());
  record.worker = gang_.ranks.front().number;
  record.position = gang_.methods_run;
  const std::string port = interrupted ? "" : launcher_.port_trouble(gang_.workers());
  if (!port.empty()) record.reason += (record.reason.empty() ? "" : "; ") + port;
  run_.finish(item_, std::move(record));

  WorkerLoss loss{.how = trouble.how, .during = {}, .moved_methods = moved_, .end = trouble.end};
  if (cause_is_inside) loss.during = run_.method_name(item_);
  GangLoss gang_loss{.rank = trouble.rank, .loss = loss, .also = std::move(also_lost_)};
  if (trouble.how == "timed_out") gang_loss.rank = cut_short.front();  // the first that was late
  if (trouble.rank && trouble.status == RankStatus::kAborted && !gang_loss.also.empty()) {
    auto cause = gang_loss.also.extract(gang_loss.also.begin());
    gang_loss.rank = cause.key();
    gang_loss.loss = std::move(cause.mapped());
    gang_loss.loss.moved_methods = moved_;
  }
  bury_gang(gang_, run_, gang_loss, context_);
  if (interrupted) return BatchInterrupted{};
  return WorkerLost{1};
}

}  // namespace carpool
