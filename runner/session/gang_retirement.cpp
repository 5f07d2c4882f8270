#include "session/gang_retirement.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "session/retirement.h"

namespace carpool {
namespace {

class GangRetirement {
 public:
  GangRetirement(LiveGang& gang, GangLauncher& launcher, ClassRun& run,
                 const SessionContext& context)
      : gang_(gang), launcher_(launcher), run_(run), context_(context), done_(gang.ranks.size()) {
    for (std::size_t rank = 0; rank < done_.size(); ++rank) {
      retirements_.emplace_back(gang.ranks[rank], run, context, rank_in_words(rank) + ": ");
    }
    gang.meeting.begin_step(gang.ranks.size());
  }

  void retire(const std::string& how);
  void tear_down();
  // Whether a rank went wrong.
  bool failed() const { return failed_at_.has_value(); }

 private:
  void converse();
  bool over() const {
    return std::ranges::all_of(done_, [](char done) { return done != 0; });
  }
  std::vector<Worker*> undone() const;
  void note_stage();
  bool is_late(std::size_t rank, TimePoint now) const;
  TimePoint deadline() const;
  void take(const RankNews& news);
  void take_from(std::size_t rank, const Happening& happening);
  void hear_others_first(std::size_t vanished);
  void deadline_passed();

  LiveGang& gang_;
  GangLauncher& launcher_;
  ClassRun& run_;
  const SessionContext& context_;
  std::deque<Retirement> retirements_;
  std::vector<char> done_;
  bool only_tear_down_ = false;
  bool hears_others_ = false;
  // Where those are that are behind, and since when: those that are ahead may be waiting for them.
  Retirement::Stage stage_ = Retirement::Stage::kTearDown;
  TimePoint since_ = context_.clock.now();
  std::optional<TimePoint> failed_at_;
  std::string what_;
};

void GangRetirement::retire(const std::string& how) {
  for (Retirement& retirement : retirements_) retirement.ask_to_retire(how);
  converse();
}

void GangRetirement::tear_down() {
  only_tear_down_ = true;
  for (std::size_t rank = 0; rank < done_.size(); ++rank) {
    // One that does not know the class has nothing to tear down.
    if (gang_.ranks[rank].class_name.empty()) {
      done_[rank] = 1;
      gang_.meeting.leave(rank, "does not know the class", gang_.workers());
    } else {
      retirements_[rank].ask_for_tear_down();
    }
  }
  converse();
}

void GangRetirement::converse() {
  while (!over()) {
    note_stage();
    take(next_news(gang_, launcher_, undone(), deadline(), context_.clock));
  }
}

std::vector<Worker*> GangRetirement::undone() const {
  std::vector<Worker*> workers = gang_.workers();
  for (std::size_t rank = 0; rank < done_.size(); ++rank) {
    if (done_[rank]) workers[rank] = nullptr;
  }
  return workers;
}

void GangRetirement::note_stage() {
  auto last = Retirement::Stage::kExit;
  for (std::size_t rank = 0; rank < done_.size(); ++rank) {
    if (!done_[rank]) last = std::min(last, retirements_[rank].stage());
  }
  if (std::exchange(stage_, last) != last) since_ = context_.clock.now();
}

bool GangRetirement::is_late(std::size_t rank, TimePoint now) const {
  if (done_[rank]) return false;
  const Retirement& of = retirements_[rank];
  const bool last_gasp_is_over = of.last_gasp() && now >= *of.last_gasp();
  return last_gasp_is_over || (of.stage() == stage_ && now >= since_ + of.limit());
}

TimePoint GangRetirement::deadline() const {
  TimePoint earliest = TimePoint::max();
  for (std::size_t rank = 0; rank < done_.size(); ++rank) {
    const Retirement& of = retirements_[rank];
    if (done_[rank]) continue;
    if (of.last_gasp()) earliest = std::min(earliest, *of.last_gasp());
    if (of.stage() == stage_) earliest = std::min(earliest, since_ + of.limit());
  }
  return failed_at_ ? std::min(earliest, *failed_at_ + context_.limits.peer_grace) : earliest;
}

void GangRetirement::take(const RankNews& news) {
  if (std::holds_alternative<DeadlinePassed>(news.happening)) return deadline_passed();
  if (!std::holds_alternative<InterruptRequested>(news.happening)) {
    return take_from(news.rank, news.happening);
  }
  run_.note_trouble(ClassStatus::kInterrupted,
                    "the run was interrupted as its gang came to an end");
  bury_gang(gang_, run_, {.rank = {}, .loss = {.how = "interrupted", .during = {}}}, context_);
  done_.assign(done_.size(), 1);
  failed_at_ = context_.clock.now();
}

void GangRetirement::take_from(std::size_t rank, const Happening& happening) {
  const auto* arrived = std::get_if<MessageArrived>(&happening);
  if (arrived && arrived->message.word == "meet") {
    const auto trouble = gang_.meeting.take(rank, arrived->message, gang_.workers());
    if (trouble) take_from(rank, ChannelBroken{*trouble});
    return;
  }
  const auto* ended = std::get_if<ProcessEnded>(&happening);
  if (ended && true_end(gang_.ranks[rank], ended->end) == ProcessEnd(Vanished{})) {
    hear_others_first(rank);
  }
  const bool lived = gang_.ranks[rank].process != nullptr;
  if (retirements_[rank].take(happening) == Retirement::Step::kGoOn) return;
  done_[rank] = 1;
  // In good order it says so with `bye`; or keeps its process, after a tear-down alone.
  const bool well =
      only_tear_down_ ? gang_.ranks[rank].process != nullptr : retirements_[rank].ended_well();
  if (lived && !well && !failed_at_) {
    failed_at_ = context_.clock.now();
    what_ = rank_in_words(rank) + " was lost";
  }
  gang_.meeting.leave(rank, "came to its end", gang_.workers());
}

// A launcher may end all ranks for the sake of one, which has had time to say why.
void GangRetirement::hear_others_first(std::size_t vanished) {
  if (retirements_[vanished].stage() == Retirement::Stage::kExit || hears_others_) return;
  hears_others_ = true;
  for (int words = 0; words < kMostLastWords; ++words) {
    std::vector<Worker*> others = undone();
    others[vanished] = nullptr;
    const RankNews news = launcher_.wait(others, context_.clock.now());
    if (news.rank >= others.size()) break;
    take_from(news.rank, news.happening);
  }
  hears_others_ = false;
}

// First those that are late by themselves, then those that the loss of another one keeps waiting.
void GangRetirement::deadline_passed() {
  const TimePoint now = context_.clock.now();
  const bool grace_is_over = failed_at_ && now >= *failed_at_ + context_.limits.peer_grace;
  std::vector<std::size_t> ending;
  for (std::size_t rank = 0; rank < done_.size(); ++rank) {
    if (!done_[rank] && (grace_is_over || is_late(rank, now))) ending.push_back(rank);
  }
  // Those first that wait for no other one, which are the news.
  std::stable_partition(ending.begin(), ending.end(),
                        [&](std::size_t rank) { return gang_.meeting.call_of(rank).empty(); });
  std::vector<char> late(done_.size());
  for (const std::size_t rank : ending) late[rank] = is_late(rank, now) ? 1 : 0;
  // All at once, so that they come to their ends side by side, and one grace for all.
  for (const std::size_t rank : ending) gang_.ranks[rank].process->ask_to_stop();
  const TimePoint end_of_grace = context_.after(context_.limits.grace);
  for (const std::size_t rank : ending) {
    gang_.ranks[rank].process->stop(context_.left_until(end_of_grace));
    if (late[rank]) {
      take_from(rank, DeadlinePassed{});
    } else {
      retirements_[rank].abort(what_);
      done_[rank] = 1;
    }
  }
}

}  // namespace

void retire_gang(LiveGang& gang, GangLauncher& launcher, ClassRun& run, const std::string& how,
                 const SessionContext& context) {
  if (!gang.alive()) return;
  GangRetirement retirement(gang, launcher, run, context);
  retirement.retire(how);
  if (!retirement.failed()) {
    const std::string trouble = launcher.launcher_trouble(context.limits.exit);
    // A launcher passes on what a red class's main() returns.
    if (!trouble.empty() && !run.is_red()) run.note_trouble(ClassStatus::kTeardownFailed, trouble);
  }
  gang = LiveGang();
}

void tear_down_gang(LiveGang& gang, GangLauncher& launcher, ClassRun& run,
                    const SessionContext& context) {
  if (!gang.alive()) return;
  GangRetirement tear_down(gang, launcher, run, context);
  tear_down.tear_down();
  gang.class_name.clear();
  if (!tear_down.failed()) return;
  bury_gang(gang, run, {.loss = {.how = "aborted", .during = {}}}, context);
}

}  // namespace carpool
