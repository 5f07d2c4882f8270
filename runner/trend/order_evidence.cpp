#include "trend/order_evidence.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <utility>

namespace carpool {
namespace {

constexpr int kFewestAttempts = 2;
constexpr int kFewestRuns = 2;
constexpr int kFewestChanges = 3;  // each way recurs behind the other
constexpr std::size_t kMostSeen = 5;
constexpr std::size_t kMostPredecessors = 5;
constexpr double kShares = 4;  // of the level: two kinds of ways, two directions each

using IsBehind = std::function<bool(const OrderedAttempt&)>;

// 1 / C(left + right, left)
double chance_of(int left, int right) {
  double chance = 1;
  for (int one = 1; one <= left; ++one) chance *= static_cast<double>(one) / (right + one);
  return chance;
}

void count(AttemptTally& tally, const OrderedAttempt& attempt, int& last_run) {
  ++tally.attempts;
  tally.red += attempt.red ? 1 : 0;
  if (last_run != attempt.run) ++tally.runs;
  last_run = attempt.run;
}

bool suffices(const AttemptTally& tally) {
  return tally.attempts >= kFewestAttempts && tally.runs >= kFewestRuns;
}

// The attempts of the latest runs up to the run that contradicts.
std::vector<OrderedAttempt> up_to_contradiction(const std::vector<OrderedAttempt>& attempts,
                                                const IsBehind& is_behind, bool red_behind) {
  const auto contradicts = [&](const OrderedAttempt& attempt) {
    return attempt.red != (is_behind(attempt) == red_behind);
  };
  const auto first = std::find_if(attempts.begin(), attempts.end(), contradicts);
  std::vector<OrderedAttempt> consistent(attempts.begin(), first);
  if (first == attempts.end()) return consistent;
  std::erase_if(consistent, [&](const OrderedAttempt& one) { return one.run == first->run; });
  return consistent;
}

// What a way and a direction come to; its p value is still that of one try.
OrderDependent judge(const std::vector<OrderedAttempt>& attempts, const IsBehind& is_behind,
                     bool red_behind) {
  OrderDependent found;
  int last_behind = -1;
  int last_otherwise = -1;
  int changes = 0;
  std::optional<bool> last_way;
  for (const OrderedAttempt& attempt : up_to_contradiction(attempts, is_behind, red_behind)) {
    const bool way = is_behind(attempt);
    changes += last_way && *last_way != way ? 1 : 0;
    last_way = way;
    if (way) {
      count(found.behind, attempt, last_behind);
    } else {
      count(found.otherwise, attempt, last_otherwise);
    }
    if (attempt.red && found.seen.size() < kMostSeen) {
      found.seen.push_back(
          {.run = attempt.run, .status = attempt.status, .position = attempt.position});
    }
  }
  if (suffices(found.behind) && suffices(found.otherwise) && changes >= kFewestChanges) {
    found.p_value = chance_of(found.behind.attempts, found.otherwise.attempts);
  }
  return found;
}

std::size_t count_predecessors(const std::vector<OrderedAttempt>& attempts) {
  std::set<int> methods;
  for (const OrderedAttempt& attempt : attempts) {
    const auto& in_worker = attempt.worker->methods();
    const auto before = static_cast<std::ptrdiff_t>(attempt.worker->before(attempt.position));
    methods.insert(in_worker.begin(), in_worker.begin() + before);
  }
  return methods.size();
}

// Those for which the attempts can be told apart at all: the latest attempts of both colours must
// agree, which leaves few of many methods.
std::vector<int> candidates(const std::vector<OrderedAttempt>& attempts, bool red_behind) {
  const auto latest = [&](bool red) {
    return std::find_if(attempts.begin(), attempts.end(),
                        [red](const OrderedAttempt& one) { return one.red == red; });
  };
  const OrderedAttempt& behind = *latest(red_behind);
  const OrderedAttempt& otherwise = *latest(!red_behind);
  std::vector<int> methods;
  for (std::size_t place = behind.worker->before(behind.position); place > 0; --place) {
    const int method = behind.worker->methods()[place - 1];
    if (!otherwise.ran_behind(method)) methods.push_back(method);  // the nearest first
  }
  return methods;
}

void keep_surer(OrderDependent& best, OrderDependent other) {
  if (other.p_value < best.p_value) best = std::move(other);
}

OrderDependent behind_any(const std::vector<OrderedAttempt>& attempts, bool red_behind) {
  const IsBehind any = [](const OrderedAttempt& attempt) { return attempt.position > 0; };
  OrderDependent found = judge(attempts, any, red_behind);
  found.direction = red_behind ? OrderDirection::kRedBehindOthers : OrderDirection::kRedAlone;
  found.p_value = std::min(1.0, kShares * found.p_value);
  return found;
}

// Which ones tell the same apart cannot be known: all of them are named together.
OrderDependent behind_certain(const std::vector<OrderedAttempt>& attempts, bool red_behind) {
  OrderDependent best;
  for (const int method : candidates(attempts, red_behind)) {
    const IsBehind certain = [method](const OrderedAttempt& attempt) {
      return attempt.ran_behind(method);
    };
    OrderDependent found = judge(attempts, certain, red_behind);
    if (found.p_value < best.p_value) {
      best = std::move(found);
      best.predecessors = {method};
    } else if (found.p_value == best.p_value && found.p_value < 1) {
      best.predecessors.push_back(method);
    }
  }
  best.direction =
      red_behind ? OrderDirection::kRedBehindCertain : OrderDirection::kRedWithoutCertain;
  best.predecessors_in_all = static_cast<int>(best.predecessors.size());
  if (best.predecessors.size() > kMostPredecessors) best.predecessors.resize(kMostPredecessors);
  if (best.p_value == 1) return best;
  const auto tried = static_cast<double>(count_predecessors(attempts));
  best.p_value = std::min(1.0, kShares * tried * best.p_value);
  return best;
}

}  // namespace

WorkerOrder::WorkerOrder(std::vector<std::pair<int, int>> position_and_method) {
  std::sort(position_and_method.begin(), position_and_method.end());
  for (const auto& [position, method] : position_and_method) {
    first_places_.emplace_back(method, methods_.size());
    methods_.push_back(method);
    positions_.push_back(position);
  }
  std::sort(first_places_.begin(), first_places_.end());
}

std::size_t WorkerOrder::before(int position) const {
  const auto place = std::lower_bound(positions_.begin(), positions_.end(), position);
  return static_cast<std::size_t>(place - positions_.begin());
}

bool WorkerOrder::is_within(int method, std::size_t count) const {
  const auto found = std::lower_bound(first_places_.begin(), first_places_.end(),
                                      std::pair(method, std::size_t{0}));
  return found != first_places_.end() && found->first == method && found->second < count;
}

OrderDependent surest_order(const std::vector<OrderedAttempt>& attempts) {
  OrderDependent best;
  for (const bool red_behind : {true, false}) {
    OrderDependent any = behind_any(attempts, red_behind);
    OrderDependent certain = behind_certain(attempts, red_behind);
    // Somewhere to look, where being the first of a worker tells all attempts apart already.
    if (any.p_value < 1) {
      any.predecessors = certain.predecessors;
      any.predecessors_in_all = certain.predecessors_in_all;
    }
    keep_surer(best, std::move(any));
    keep_surer(best, std::move(certain));
  }
  return best;
}

}  // namespace carpool
