#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "session/batch.h"
#include "session/live_gang.h"
#include "session/method_account.h"

namespace carpool {

// The conversation with all ranks about one method.
class GangMethod {
 public:
  GangMethod(LiveGang& gang, GangLauncher& launcher, ClassRun& run, const WorkItem& item,
             std::int64_t id, int moved, const SessionContext& context)
      : gang_(gang),
        launcher_(launcher),
        run_(run),
        item_(item),
        id_(std::to_string(id)),
        moved_(moved),
        context_(context),
        began_(context.clock.now()),
        ranks_(gang.ranks.size()) {}

  BatchOutcome converse();

 private:
  static constexpr int kNotGone = std::numeric_limits<int>::max();
  struct Rank {
    bool started = false;
    bool ended = false;
    bool unknown = false;
    bool gone = false;       // its process has ended
    int went_as = kNotGone;  // the place in the order in which the ranks hung up or ended
    int lines = 0;
    std::optional<TimePoint> last_gasp;  // the channel is closed: until then the process has to end
    MethodAccount account;
    RankResult result;
  };
  // What ends the gang: a rank's trouble, or everybody's.
  struct Trouble {
    std::optional<std::size_t> rank;
    RankStatus status;
    std::string how;  // WorkerEnded::how
    std::string what;
    std::optional<ProcessEnd> end = std::nullopt;
    bool inside = false;  // the rank was in the method
  };
  // Ended without a word, so that nobody knows how.
  static bool vanished(const Trouble& trouble) {
    return trouble.end && std::holds_alternative<Vanished>(*trouble.end);
  }
  using MaybeTrouble = std::optional<Trouble>;

  void ask();
  bool over() const { return std::ranges::all_of(ranks_, &Rank::ended); }
  TimePoint deadline() const;
  MaybeTrouble take(const RankNews& news);
  MaybeTrouble take_message(std::size_t rank, const protocol::Message& message);
  MaybeTrouble take_meet(std::size_t rank, const protocol::Message& message);
  MaybeTrouble take_started(std::size_t rank, const protocol::Message& message);
  MaybeTrouble take_failure(std::size_t rank, const protocol::Message& message);
  MaybeTrouble take_leak(std::size_t rank, const protocol::Message& message);
  MaybeTrouble take_finished(std::size_t rank, const protocol::Message& message);
  MaybeTrouble process_ended(std::size_t rank, const ProcessEnd& process_end);
  MaybeTrouble deadline_passed();
  Trouble time_used_up(const std::string& words = {}) const;
  MaybeTrouble broken(std::size_t rank, const std::string& what) const;

  bool is_of_this(const protocol::Message& message) const {
    return !message.fields.empty() && message.fields[0] == id_;
  }
  void end_rank(std::size_t rank, RankStatus status);
  BatchOutcome all_ended();
  BatchOutcome end_before_begin(const Trouble& trouble);
  BatchOutcome end_gang(Trouble trouble);
  void note_going(std::size_t rank);
  void hear_last_words(std::size_t lost);
  TimePoint end_of_last_words(std::size_t lost) const;
  bool says_more(const Trouble& one, const Trouble& other) const;
  int weight_of(const Trouble& trouble) const;
  void look_for_the_true_cause(Trouble& trouble);
  bool is_to_run_again(const Trouble& trouble) const;
  void end_as_lost(Trouble& trouble);
  void settle(const Trouble& trouble);
  void take_stacks(const Trouble& trouble);
  std::optional<std::size_t> charged_rank(const Trouble& trouble) const;
  void cut_short(const Trouble& trouble);
  GangLoss loss_of(const Trouble& trouble, std::optional<std::size_t> charged) const;
  bool add_port_trouble(MethodFinished& record);
  bool all_came_to_the_end() const;
  std::vector<RankResult> results();

  LiveGang& gang_;
  GangLauncher& launcher_;
  ClassRun& run_;
  const WorkItem& item_;
  const std::string id_;
  const int moved_;
  const SessionContext& context_;
  const TimePoint began_;
  std::vector<Rank> ranks_;
  std::optional<TimePoint> failed_at_;  // the first rank that ended the method as failed
  std::optional<TimePoint> over_at_;  // what ends the gang was noticed: what follows takes its time
  int gone_ = 0;                      // how many ranks have hung up or ended
  std::vector<Trouble> also_lost_;    // of ranks beside the one whose trouble ends the gang
};

// Has all ranks run one method, and accounts for it: how each fared, and what that comes to. The
// ranks enter it together; it ends when all have ended it. `moved`: methods of the batch that move
// to another gang where this one is lost. WorkerLost{0}: it was lost before the method, which is to
// be run again.
BatchOutcome run_together(LiveGang& gang, GangLauncher& launcher, ClassRun& run,
                          const WorkItem& item, std::int64_t id, int moved,
                          const SessionContext& context);

}  // namespace carpool
