// How a method ends that its gang does not survive.

#include <algorithm>
#include <utility>

#include "session/gang_method.h"
#include "session/gang_record.h"

namespace carpool {
namespace {

// A debugger may take its time with each of many ranks that share few cores.
constexpr std::chrono::milliseconds kTimeForStacks{60'000};
constexpr char kNoTimeForStacks[] = "not taken: those of the ranks before took 60 s\n";
constexpr char kEndedWithAnother[] = "ended with another rank of its launcher";

}  // namespace

// Whoever hung up before the lost one did is about to end, and what that comes to is waited for; of
// the others only what they have said already.
TimePoint GangMethod::end_of_last_words(std::size_t lost) const {
  TimePoint end = context_.clock.now();
  for (const Rank& rank : ranks_) {
    const bool before = rank.went_as < ranks_[lost].went_as;
    if (before && !rank.gone && rank.last_gasp) end = std::max(end, *rank.last_gasp);
  }
  return end;
}

// The others may have ended the method, or crashed too, by the time that one was seen to be lost.
void GangMethod::hear_last_words(std::size_t lost) {
  std::vector<Worker*> others = gang_.workers();
  others[lost] = nullptr;
  for (int words = 0; words < kMostLastWords; ++words) {
    const RankNews news = launcher_.wait(others, end_of_last_words(lost));
    if (news.rank >= others.size()) return;
    MaybeTrouble trouble = take(news);
    if (!trouble || !trouble->rank) continue;
    others[*trouble->rank] = nullptr;
    also_lost_.push_back(std::move(*trouble));
  }
}

// How much the trouble says about what ended the gang: a crash most, one that went without a word
// least, and one that had begun the method more than one that had not.
int GangMethod::weight_of(const Trouble& trouble) const {
  const int known = trouble.status == RankStatus::kCrashed ? 4 : vanished(trouble) ? 0 : 2;
  return known + (ranks_[*trouble.rank].started ? 1 : 0);
}

// Of two that say as much, the one that went first.
bool GangMethod::says_more(const Trouble& one, const Trouble& other) const {
  const auto rank_of = [&](const Trouble& trouble) -> const Rank& { return ranks_[*trouble.rank]; };
  const int difference = weight_of(one) - weight_of(other);
  return difference > 0 || (difference == 0 && rank_of(one).went_as < rank_of(other).went_as);
}

// The first that was seen, unless it had not begun the method or went without a word: a launcher
// ends all ranks for the sake of one, and whose end is seen first is then a matter of chance.
void GangMethod::look_for_the_true_cause(Trouble& trouble) {
  const bool certain = !vanished(trouble) && ranks_[*trouble.rank].started;
  for (Trouble& other : also_lost_) {
    if (!certain && says_more(other, trouble)) std::swap(trouble, other);
  }
  for (Trouble& other : also_lost_) {
    if (!vanished(other)) continue;
    other.status = RankStatus::kAborted;
    other.what = kEndedWithAnother;
  }
}

// Whether the gang was lost before the method, so that no verdict on it is lost where it is run
// again. Of a rank that a launcher has started nobody knows whether it ended by itself, or for the
// sake of one that was in the method.
bool GangMethod::is_to_run_again(const Trouble& trouble) const {
  if (!trouble.end || ranks_[*trouble.rank].started || failed_at_) return false;
  const bool by_itself = !vanished(trouble);
  const auto in_the_method = [&](const Trouble& other) {
    return !vanished(other) && ranks_[*other.rank].started;
  };
  return by_itself ? std::ranges::none_of(also_lost_, in_the_method)
                   : std::ranges::none_of(ranks_, &Rank::started);
}

// A rank that is lost by its own doing, or with another. One that had ended the method already
// keeps its result, and the class hears of its end.
void GangMethod::end_as_lost(Trouble& trouble) {
  const Rank& rank = ranks_[*trouble.rank];
  trouble.inside = rank.started && !rank.ended;
  if (!rank.ended) return settle(trouble);
  if (trouble.status == RankStatus::kAborted) return;
  run_.note_trouble(ClassStatus::kTeardownFailed,
                    rank_in_words(*trouble.rank) + ": " + trouble.what);
}

void GangMethod::settle(const Trouble& trouble) {
  Rank& of = ranks_[*trouble.rank];
  LiveWorker& worker = gang_.ranks[*trouble.rank];
  of.result.reason = trouble.what;
  if (trouble.end && !of.started) of.result.reason += " before it had begun the method";
  end_rank(*trouble.rank, trouble.status);
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

// Nobody's method, so this one is run again.
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

// Those that live: their stacks, unless nobody has time for them.
void GangMethod::take_stacks(const Trouble& trouble) {
  if (trouble.status == RankStatus::kInterrupted) return;
  const TimePoint end = context_.after(kTimeForStacks);
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
    const bool lives = trouble.rank != rank && !ranks_[rank].gone &&
                       std::ranges::find(also_lost_, rank, &Trouble::rank) == also_lost_.end();
    std::string& stacks = ranks_[rank].result.stacks;
    if (!lives || !stacks.empty()) continue;
    stacks = context_.clock.now() < end ? gang_.ranks[rank].process->stacks() : kNoTimeForStacks;
  }
}

// Who a time-out is charged to, of those that have not ended the method.
std::optional<std::size_t> GangMethod::charged_rank(const Trouble& trouble) const {
  if (trouble.status != RankStatus::kTimedOut || over()) return std::nullopt;
  return latest_rank(gang_, [&](std::size_t rank) { return !ranks_[rank].ended; });
}

// Those that have not ended the method.
void GangMethod::cut_short(const Trouble& trouble) {
  const std::string what =
      trouble.rank ? rank_in_words(*trouble.rank) + ": " + trouble.what : trouble.what;
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
    if (!ranks_[rank].ended) gang_.ranks[rank].process->ask_to_stop();
  }
  const TimePoint end_of_grace = context_.after(context_.limits.grace);
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
    Rank& of = ranks_[rank];
    if (of.ended) continue;
    const std::string call = gang_.meeting.call_of(rank);
    of.result.reason = what + (call.empty() ? "" : "; it waited in " + call + "()");
    Worker& process = *gang_.ranks[rank].process;
    process.stop(context_.left_until(end_of_grace));
    of.result.output = process.output_since_last_mark();
    end_rank(rank, trouble.rank ? RankStatus::kAborted : trouble.status);
  }
}

// What the journal says of the ends of the ranks.
GangLoss GangMethod::loss_of(const Trouble& trouble, std::optional<std::size_t> charged) const {
  const auto during = [&](bool inside) { return inside ? run_.method_name(item_) : ""; };
  GangLoss loss{.rank = charged ? charged : trouble.rank,
                .loss = {.how = trouble.how,
                         .during = during(!trouble.rank || trouble.inside),
                         .moved_methods = moved_,
                         .end = trouble.end}};
  for (const Trouble& other : also_lost_) {
    if (other.status == RankStatus::kAborted) continue;
    loss.also.insert(
        {*other.rank, {.how = other.how, .during = during(other.inside), .end = other.end}});
  }
  return loss;
}

BatchOutcome GangMethod::end_gang(Trouble trouble) {
  over_at_ = context_.clock.now();
  if (trouble.rank) {
    hear_last_words(*trouble.rank);
    look_for_the_true_cause(trouble);
    if (is_to_run_again(trouble)) return end_before_begin(trouble);
    end_as_lost(trouble);
    for (Trouble& other : also_lost_) end_as_lost(other);
  }
  take_stacks(trouble);
  const auto charged = charged_rank(trouble);
  cut_short(trouble);
  if (all_came_to_the_end()) run_.note_progress();
  const GangLoss loss = loss_of(trouble, charged);
  const bool interrupted = trouble.status == RankStatus::kInterrupted;

  MethodFinished record = merge_ranks(results(), charged);
  record.worker = gang_.ranks.front().number;
  record.position = gang_.methods_run;
  if (!interrupted) add_port_trouble(record);
  run_.finish(item_, std::move(record));
  bury_gang(gang_, run_, loss, context_);
  if (interrupted) return BatchInterrupted{};
  return WorkerLost{1};
}

}  // namespace carpool
