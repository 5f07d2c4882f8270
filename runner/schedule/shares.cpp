#include "schedule/shares.h"

#include <algorithm>

namespace carpool {

Shares::Shares(const RunPlan& plan, RecordSink& sink, const Clock& clock)
    : plan_(plan), free_slots_(plan.slots) {
  for (const PlannedClass& planned : plan.classes) {
    const TargetPlan& target = plan.targets[planned.target];
    const int methods = static_cast<int>(planned.tests.methods.size());
    const int shares = std::clamp(target.workers_per_class, 1, std::max(methods, 1));
    runs_.push_back(std::make_unique<ClassRun>(planned.tests, shares, sink, clock,
                                               plan.stop_at_first_red ? &first_red_ : nullptr));
    ClassRun& run = *runs_.back();
    const bool is_run = planned.leave_out.empty() && target.skip_all.empty() && methods > 0;
    if (!planned.leave_out.empty()) {
      run.leave_out_rest(planned.leave_out);
    } else if (!target.skip_all.empty()) {
      run.skip_rest(target.skip_all);
    }
    for (int i = 0; i < shares; ++i) {
      if (is_run) {
        waiting_.push_back({.run = &run, .planned = &planned});
      } else {
        run.leave();
      }
    }
  }
}

Claim Shares::next() {
  std::unique_lock lock(mutex_);
  while (true) {
    Claim claim = take_first_that_fits();
    if (!claim.empty() || waiting_.empty()) return claim;
    given_back_.wait(lock);
  }
}

Claim Shares::try_next() {
  const std::lock_guard lock(mutex_);
  return take_first_that_fits();
}

Claim Shares::take_first_that_fits() {
  const auto found =
      std::ranges::find_if(waiting_, [&](const Share& share) { return fits(*share.planned); });
  if (found == waiting_.end()) return {};
  Claim claim{.target = found->planned->target, .runs = {found->run}, .holder = found->planned};
  hold(*found->planned);
  waiting_.erase(found);
  return claim;
}

Claim Shares::exchange(const Claim& held, std::size_t most) {
  const std::lock_guard lock(mutex_);
  // Locks are given back once their class is torn down, which this one need not be yet.
  if (!held.holder->needs.nothing()) return {};
  const auto slots = static_cast<std::size_t>(plan_.slots);
  if (slots > 1) most = std::min(most, waiting_.size() / (2 * slots) + 1);
  Claim claim{.target = held.target, .runs = {}, .holder = held.holder};
  for (auto share = waiting_.begin(); share != waiting_.end() && claim.runs.size() < most;) {
    const PlannedClass& planned = *share->planned;
    const auto next = std::next(share);
    if (planned.target == held.target && planned.needs.nothing()) {
      claim.runs.push_back(share->run);
      waiting_.erase(share);
    }
    share = next;
  }
  return claim;
}

void Shares::done(const Claim& claim) {
  const std::lock_guard lock(mutex_);
  give_back(*claim.holder);
  given_back_.notify_all();
}

int Shares::slots_of(const PlannedClass& planned) const {
  return std::clamp(planned.needs.slots, 1, plan_.slots);
}

bool Shares::fits(const PlannedClass& planned) const {
  if (slots_of(planned) > free_slots_) return false;
  const auto is_other = [&](const PlannedClass* holder) { return holder != &planned; };
  for (const auto& [holder, sessions] : holders_) {
    if (is_other(holder) && (planned.needs.run_serial || holder->needs.run_serial)) return false;
  }
  return std::ranges::none_of(planned.needs.locks, [&](const std::string& name) {
    const auto found = locks_.find(name);
    return found != locks_.end() && is_other(found->second);
  });
}

void Shares::hold(const PlannedClass& planned) {
  free_slots_ -= slots_of(planned);
  ++holders_[&planned];
  for (const std::string& name : planned.needs.locks) locks_[name] = &planned;
}

void Shares::give_back(const PlannedClass& planned) {
  free_slots_ += slots_of(planned);
  if (--holders_[&planned] > 0) return;
  holders_.erase(&planned);
  for (const std::string& name : planned.needs.locks) locks_.erase(name);
}

}  // namespace carpool
