#include "session/gang_start_up.h"

#include <algorithm>
#include <utility>

namespace carpool {
namespace {

// Says whose environment it was.
void name_rank(std::size_t rank, StartUpOutcome& outcome) {
  const auto name = [&](std::string& reason) {
    reason = rank_in_words(rank) + (reason.empty() ? "" : ": " + reason);
  };
  if (auto* const failed = std::get_if<EnvironmentFailed>(&outcome)) name(failed->reason);
  if (auto* const skipped = std::get_if<EnvironmentSkipped>(&outcome)) name(skipped->reason);
}

class GangStartUp {
 public:
  GangStartUp(LiveGang& gang, GangLauncher& launcher, ClassRun& run, const SessionContext& context)
      : gang_(gang), launcher_(launcher), run_(run), context_(context) {}

  StartUpOutcome launch(std::size_t size, const std::string& reason,
                        std::atomic<int>& worker_numbers);

 private:
  StartUpOutcome converse();
  std::vector<Worker*> heard() const;
  TimePoint deadline() const;
  std::optional<StartUpOutcome> take(const RankNews& news);
  std::optional<StartUpOutcome> take_from(std::size_t rank, const Happening& happening);
  StartUpOutcome fail(std::size_t rank, StartUpFailed failed);
  std::string launcher_hint(std::size_t rank, const StartUpFailed& failed) const;
  StartUpFailed end_failed(std::string reason, bool hopeless);
  StartUpOutcome end_with_environment();
  bool all_ready() const;
  const StartUpOutcome* environment_trouble() const;

  LiveGang& gang_;
  GangLauncher& launcher_;
  ClassRun& run_;
  const SessionContext& context_;
  std::vector<StartUp> starts_;
  std::vector<std::optional<StartUpOutcome>> outcomes_;  // of those that are at the take-over
  std::optional<TimePoint> trouble_at_;  // the first environment that failed, or skips
};

StartUpOutcome GangStartUp::launch(std::size_t size, const std::string& reason,
                                   std::atomic<int>& worker_numbers) {
  gang_.ranks = std::vector<LiveWorker>(size);
  gang_.live.clear();
  gang_.meeting.begin_step(size);
  outcomes_.resize(size);
  std::vector<std::function<void(std::string_view)>> live;
  for (std::size_t rank = 0; rank < size; ++rank) {
    gang_.ranks[rank].number = ++worker_numbers;
    starts_.emplace_back(gang_.ranks[rank], run_, context_);
    gang_.live.push_back(std::make_shared<RankLiveOutput>(rank, context_.sink));
    live.emplace_back([to = gang_.live.back()](std::string_view bytes) { to->show(bytes); });
  }
  auto processes = launcher_.launch(std::move(live));
  if (!processes) {
    gang_.ranks.clear();
    return StartUpFailed{.reason = processes.error().message, .hopeless = true};
  }
  for (std::size_t rank = 0; rank < size; ++rank) {
    gang_.ranks[rank].process = std::move((*processes)[rank]);
    starts_[rank].enter(reason, static_cast<int>(rank));
  }
  return converse();
}

StartUpOutcome GangStartUp::converse() {
  while (!all_ready()) {
    RankNews news = next_news(gang_, launcher_, heard(), deadline(), context_.clock);
    if (auto end = take(news)) return std::move(*end);
  }
  const StartUpOutcome* const trouble = environment_trouble();
  if (!trouble) return WorkerIsReady{};
  // Nobody's fault where somebody else holds the port: a gang with another one may do better.
  const auto* const failed = std::get_if<EnvironmentFailed>(trouble);
  const bool port_is_taken = failed && !launcher_.port_trouble(gang_.workers()).empty();
  return port_is_taken ? end_failed(failed->reason, false) : *trouble;
}

// A rank whose environment has failed, or skips, goes on to its end unasked; its retirement is the
// place to hear of that.
std::vector<Worker*> GangStartUp::heard() const {
  std::vector<Worker*> workers = gang_.workers();
  for (std::size_t rank = 0; rank < outcomes_.size(); ++rank) {
    const auto& outcome = outcomes_[rank];
    if (outcome && !std::holds_alternative<WorkerIsReady>(*outcome)) workers[rank] = nullptr;
  }
  return workers;
}

TimePoint GangStartUp::deadline() const {
  TimePoint earliest = TimePoint::max();
  for (std::size_t rank = 0; rank < outcomes_.size(); ++rank) {
    if (!outcomes_[rank]) earliest = std::min(earliest, starts_[rank].deadline());
  }
  return trouble_at_ ? std::min(earliest, *trouble_at_ + context_.limits.peer_grace) : earliest;
}

std::optional<StartUpOutcome> GangStartUp::take(const RankNews& news) {
  if (std::holds_alternative<InterruptRequested>(news.happening)) {
    bury_gang(gang_, run_, {.rank = {}, .loss = {.how = "interrupted", .during = {}}}, context_);
    return StartUpInterrupted{};
  }
  if (!std::holds_alternative<DeadlinePassed>(news.happening)) {
    return take_from(news.rank, news.happening);
  }
  if (trouble_at_) return end_with_environment();
  const TimePoint now = context_.clock.now();
  const auto late = [&](std::size_t rank) {
    return !outcomes_[rank] && now >= starts_[rank].deadline();
  };
  return take_from(latest_rank(gang_, late), news.happening);
}

std::optional<StartUpOutcome> GangStartUp::take_from(std::size_t rank, const Happening& happening) {
  const auto* arrived = std::get_if<MessageArrived>(&happening);
  if (arrived && arrived->message.word == "meet") {
    auto trouble = gang_.meeting.take(rank, arrived->message, gang_.workers());
    return trouble ? take_from(rank, ChannelBroken{*trouble}) : std::nullopt;
  }
  const auto* ended = std::get_if<ProcessEnded>(&happening);
  if (ended && true_end(gang_.ranks[rank], ended->end) == ProcessEnd(Vanished{})) {
    const auto crashed = crashed_beside(gang_, launcher_, rank, context_.clock);
    if (crashed) return take_from(*crashed, happening);
  }
  auto outcome = starts_[rank].take(happening);
  if (!outcome) return std::nullopt;
  if (auto* failed = std::get_if<StartUpFailed>(&*outcome)) return fail(rank, std::move(*failed));
  name_rank(rank, *outcome);
  if (!std::holds_alternative<WorkerIsReady>(*outcome) && !trouble_at_) {
    trouble_at_ = context_.clock.now();
  }
  outcomes_[rank] = std::move(outcome);
  gang_.meeting.leave(rank, "came to the end of its start-up", gang_.workers());
  return std::nullopt;
}

// That rank is buried already.
StartUpOutcome GangStartUp::fail(std::size_t rank, StartUpFailed failed) {
  // It may be no more than what came of another one's trouble; but a crash is never green, unless a
  // refused call explains it.
  const StartUpOutcome* const environment = environment_trouble();
  const bool explained = environment && (std::holds_alternative<EnvironmentFailed>(*environment) ||
                                         gang_.meeting.was_refused(rank));
  if (explained) return end_with_environment();
  failed.reason = rank_in_words(rank) + ": " + failed.reason + launcher_hint(rank, failed);
  return end_failed(std::move(failed.reason), failed.hopeless);
}

// Whoever started too few ranks, or two of one number, has not said so.
std::string GangStartUp::launcher_hint(std::size_t rank, const StartUpFailed& failed) const {
  const std::string launcher = launcher_.launcher_name();
  if (launcher.empty() || starts_[rank].has_heard() || failed.hopeless) return {};
  return "; does the LAUNCHER, " + launcher + ", start " + std::to_string(gang_.ranks.size()) +
         " ranks (WORLD_SIZE), each with a number of its own?";
}

// The report has it from those that are left, also where the next start goes well.
StartUpFailed GangStartUp::end_failed(std::string reason, bool hopeless) {
  const std::string port = launcher_.port_trouble(gang_.workers());
  if (!port.empty()) reason += " (" + port + ")";
  bury_gang(gang_, run_, {.loss = {.how = "aborted", .during = {}, .reason = reason}}, context_);
  return {.reason = std::move(reason), .hopeless = hopeless};
}

bool GangStartUp::all_ready() const {
  return std::ranges::none_of(outcomes_, [](const auto& outcome) { return !outcome; });
}

// The others did not come to an end of their own in time, or in good order.
StartUpOutcome GangStartUp::end_with_environment() {
  StartUpOutcome outcome = *environment_trouble();
  if (std::holds_alternative<EnvironmentFailed>(outcome)) {
    // What the peers have failed since comes of it; beside one that skips it is news.
    for (LiveWorker& rank : gang_.ranks) rank.failures_outside.clear();
  }
  bury_gang(gang_, run_, {.rank = {}, .loss = {.how = "aborted", .during = {}}}, context_);
  return outcome;
}

// A failed environment before one that skips; null where all are in order so far.
const StartUpOutcome* GangStartUp::environment_trouble() const {
  const StartUpOutcome* found = nullptr;
  for (const auto& outcome : outcomes_) {
    if (!outcome || std::holds_alternative<WorkerIsReady>(*outcome)) continue;
    if (std::holds_alternative<EnvironmentFailed>(*outcome)) return &*outcome;
    if (!found) found = &*outcome;
  }
  return found;
}

}  // namespace

StartUpOutcome start_gang(LiveGang& gang, std::size_t size, GangLauncher& launcher, ClassRun& run,
                          const std::string& reason, const SessionContext& context,
                          std::atomic<int>& worker_numbers) {
  return GangStartUp(gang, launcher, run, context).launch(size, reason, worker_numbers);
}

}  // namespace carpool
