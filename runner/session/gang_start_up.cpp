#include "session/gang_start_up.h"

#include <algorithm>
#include <utility>

#include "session/live_output.h"

namespace carpool {
namespace {

class GangStartUp {
 public:
  GangStartUp(LiveGang& gang, GangLauncher& launcher, ClassRun& run, const SessionContext& context)
      : gang_(gang), launcher_(launcher), run_(run), context_(context) {}

  StartUpOutcome launch(std::size_t size, const std::string& reason,
                        std::atomic<int>& worker_numbers);

 private:
  StartUpOutcome converse();
  std::optional<StartUpOutcome> take(const RankNews& news);
  std::optional<StartUpOutcome> take_from(std::size_t rank, const Happening& happening);
  StartUpOutcome fail(std::size_t rank, StartUpFailed failed);
  bool all_ready() const;
  StartUpOutcome worst() const;

  LiveGang& gang_;
  GangLauncher& launcher_;
  ClassRun& run_;
  const SessionContext& context_;
  std::vector<StartUp> starts_;
  std::vector<std::optional<StartUpOutcome>> outcomes_;  // of those that are at the take-over
};

StartUpOutcome GangStartUp::launch(std::size_t size, const std::string& reason,
                                   std::atomic<int>& worker_numbers) {
  gang_.ranks = std::vector<LiveWorker>(size);
  gang_.meeting.begin_step(size);
  outcomes_.resize(size);
  std::vector<std::function<void(std::string_view)>> live;
  for (std::size_t rank = 0; rank < size; ++rank) {
    gang_.ranks[rank].number = ++worker_numbers;
    starts_.emplace_back(gang_.ranks[rank], run_, context_);
    live.push_back(live_output_of_rank(rank, context_.sink));
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
    if (auto end = take(launcher_.wait(gang_.workers(), starts_.front().deadline())))
      return std::move(*end);
  }
  return worst();
}

std::optional<StartUpOutcome> GangStartUp::take(const RankNews& news) {
  if (std::holds_alternative<InterruptRequested>(news.happening)) {
    bury_gang(gang_, run_, {.rank = {}, .loss = {.how = "interrupted", .during = {}}}, context_);
    return StartUpInterrupted{};
  }
  if (!std::holds_alternative<DeadlinePassed>(news.happening)) {
    return take_from(news.rank, news.happening);
  }
  const auto late = std::ranges::find_if(outcomes_, [](const auto& outcome) { return !outcome; });
  return take_from(static_cast<std::size_t>(late - outcomes_.begin()), news.happening);
}

std::optional<StartUpOutcome> GangStartUp::take_from(std::size_t rank, const Happening& happening) {
  const auto* arrived = std::get_if<MessageArrived>(&happening);
  if (arrived && arrived->message.word == "meet") {
    auto trouble = gang_.meeting.take(rank, arrived->message, gang_.workers());
    if (trouble) return take_from(rank, ChannelBroken{*trouble});
    // Ranks that come together again and again leave no moment in which nothing happens.
    const bool late = context_.clock.now() >= starts_.front().deadline();
    return late ? take_from(rank, DeadlinePassed{}) : std::nullopt;
  }
  auto outcome = starts_[rank].take(happening);
  if (!outcome) return std::nullopt;
  if (auto* failed = std::get_if<StartUpFailed>(&*outcome)) return fail(rank, std::move(*failed));
  outcomes_[rank] = std::move(outcome);
  gang_.meeting.leave(rank, "came to the end of its start-up", gang_.workers());
  return std::nullopt;
}

// That rank is buried already.
StartUpOutcome GangStartUp::fail(std::size_t rank, StartUpFailed failed) {
  failed.reason = rank_in_words(rank) + ": " + failed.reason;
  const std::string port = launcher_.port_trouble(gang_.workers());
  if (!port.empty()) failed.reason += " (" + port + ")";
  bury_gang(gang_, run_, {.rank = rank, .loss = {.how = "startup_failed", .during = {}}}, context_);
  return failed;
}

bool GangStartUp::all_ready() const {
  return std::ranges::none_of(outcomes_, [](const auto& outcome) { return !outcome; });
}

// A failed environment before one that skips, and that before one in order.
StartUpOutcome GangStartUp::worst() const {
  const StartUpOutcome* found = &*outcomes_.front();
  for (const auto& outcome : outcomes_) {
    if (std::holds_alternative<EnvironmentFailed>(*outcome)) return *outcome;
    if (std::holds_alternative<EnvironmentSkipped>(*outcome)) found = &*outcome;
  }
  return *found;
}

}  // namespace

StartUpOutcome start_gang(LiveGang& gang, std::size_t size, GangLauncher& launcher, ClassRun& run,
                          const std::string& reason, const SessionContext& context,
                          std::atomic<int>& worker_numbers) {
  return GangStartUp(gang, launcher, run, context).launch(size, reason, worker_numbers);
}

}  // namespace carpool
