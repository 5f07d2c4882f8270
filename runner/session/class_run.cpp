#include "session/class_run.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "base/exit_code.h"

namespace carpool {
namespace {

std::size_t slot(MethodStatus status) { return static_cast<std::size_t>(status); }

bool worth_another_attempt(MethodStatus status) {
  switch (status) {
    case MethodStatus::kFailed:
    case MethodStatus::kCrashed:
    case MethodStatus::kExited:
    case MethodStatus::kTimedOut:
    case MethodStatus::kProtocolError:
      return true;
    default:
      return false;
  }
}

// How much a trouble of the class says about it; the greater one is kept.
int weight(ClassStatus status) {
  switch (status) {
    case ClassStatus::kInterrupted:
      return 4;
    case ClassStatus::kStartupFailed:
      return 3;
    case ClassStatus::kSetupFailed:
      return 2;
    case ClassStatus::kTeardownFailed:
      return 1;
    default:
      return 0;
  }
}

}  // namespace

ClassRun::ClassRun(ClassPlan plan, int shares, RecordSink& sink, const Clock& clock,
                   FirstRed* first_red)
    : plan_(std::move(plan)),
      sink_(sink),
      clock_(clock),
      first_red_of_run_(first_red),
      sessions_(shares) {
  ClassPlanned planned{
      .target = plan_.target, .class_name = plan_.name, .methods = {}, .disabled = plan_.disabled};
  first_red_.assign(plan_.methods.size(), MethodStatus::kPassed);
  finished_.assign(plan_.methods.size(), 0);
  taken_at_.resize(plan_.on_demand ? plan_.methods.size() : 0);
  for (std::size_t i = 0; i < plan_.methods.size() && !plan_.on_demand; ++i) {
    planned.methods.push_back(plan_.methods[i].name);
    const WorkItem item{.method = i, .attempt = 1, .alone = plan_.methods[i].alone};
    queue_of(item).push_back(item);
  }
  sink_.put(std::move(planned));
  for (const std::string& name : plan_.disabled) {
    MethodFinished record;
    record.method = name;
    put_final(MethodStatus::kDisabled, std::move(record));
  }
}

void ClassRun::leave() {
  if (--sessions_ != 0) return;
  const std::lock_guard lock(mutex_);
  drop_rest(MethodStatus::kNotRun, "nobody was left to run it");
  account_for_disabled();
  const TimePoint now = clock_.now();
  const std::chrono::nanoseconds since_began = now - began_.value_or(now);
  // Between the methods that are asked for, nobody waits for the class.
  const auto wall = (plan_.on_demand ? in_use_ : since_began).count();
  sink_.put(ClassFinished{.target = plan_.target,
                          .class_name = plan_.name,
                          .status = status(),
                          .reason = reason_,
                          .wall_ns = wall});
}

// Only now is it known that nobody has asked for them after all.
void ClassRun::account_for_disabled() {
  ClassPlanned planned{.target = plan_.target,
                       .class_name = plan_.name,
                       .methods = {},
                       .disabled = {},
                       .adds = true};
  for (std::size_t i = 0; i < plan_.methods.size(); ++i) {
    if (plan_.methods[i].disabled && !finished_[i])
      planned.disabled.push_back(plan_.methods[i].name);
  }
  if (planned.disabled.empty()) return;
  sink_.put(planned);
  for (const std::string& name : planned.disabled) {
    MethodFinished record;
    record.method = name;
    put_final(MethodStatus::kDisabled, std::move(record));
  }
}

std::size_t ClassRun::pending() const {
  const std::lock_guard lock(mutex_);
  return pending_.size() + pending_alone_.size();
}

bool ClassRun::may_share_worker() const {
  const std::lock_guard lock(mutex_);
  return !pending_.empty();
}

std::vector<WorkItem> ClassRun::take(std::size_t most, const RequestRoom& room) {
  const std::lock_guard lock(mutex_);
  std::vector<WorkItem> items;
  if (!began_) began_ = clock_.now();
  drop_unbegun_after_red();
  if (given_up_) return items;
  // Those that share a worker first: it is there already.
  std::size_t bytes = 0;
  while (!pending_.empty() && items.size() < most) {
    bytes += method_name(pending_.front()).size() + room.beside_name;
    if (!items.empty() && bytes > room.bytes) break;
    items.push_back(pending_.front());
    pending_.pop_front();
  }
  if (items.empty() && !pending_alone_.empty()) {
    items.push_back(pending_alone_.front());
    pending_alone_.pop_front();
  }
  return items;
}

void ClassRun::want(std::size_t method) {
  const std::lock_guard lock(mutex_);
  const WorkItem item{.method = method, .attempt = 1, .alone = plan_.methods[method].alone};
  queue_of(item).push_back(item);
  sink_.put(ClassPlanned{.target = plan_.target,
                         .class_name = plan_.name,
                         .methods = {plan_.methods[method].name},
                         .disabled = {},
                         .adds = true});
  if (given_up_) finish_rest();
}

bool ClassRun::withdraw(std::size_t method, MethodStatus status, const std::string& reason) {
  const std::lock_guard lock(mutex_);
  const auto item = take_out(method);
  if (item) finish_unrun(*item, status, reason);
  return item.has_value();
}

std::optional<WorkItem> ClassRun::take_out(std::size_t method) {
  for (std::deque<WorkItem>* const queue : {&pending_, &pending_alone_}) {
    const auto found = std::ranges::find(*queue, method, &WorkItem::method);
    if (found == queue->end()) continue;
    const WorkItem item = *found;
    queue->erase(found);
    return item;
  }
  return std::nullopt;
}

std::vector<WorkItem> ClassRun::take_method(std::size_t method) {
  const std::lock_guard lock(mutex_);
  if (given_up_) return {};
  const auto item = take_out(method);
  if (!item) return {};
  taken_at_[method] = clock_.now();
  return {*item};
}

void ClassRun::begin() {
  const std::lock_guard lock(mutex_);
  began_ = clock_.now();
}

void ClassRun::begin_later() {
  const std::lock_guard lock(mutex_);
  began_.reset();
}

std::size_t ClassRun::give_back(const std::vector<WorkItem>& items) {
  const std::lock_guard lock(mutex_);
  for (auto item = items.rbegin(); item != items.rend(); ++item) queue_of(*item).push_front(*item);
  if (given_up_) finish_rest();
  drop_unbegun_after_red();
  return static_cast<std::size_t>(
      std::ranges::count_if(items, [&](const WorkItem& item) { return !finished_[item.method]; }));
}

void ClassRun::finish(const WorkItem& item, MethodFinished record) {
  const std::lock_guard lock(mutex_);
  record.method = method_name(item);
  record.attempt = item.attempt;
  if (plan_.on_demand) in_use_ += clock_.now() - taken_at_[item.method];
  MethodStatus& first_red = first_red_[item.method];
  const bool again =
      item.attempt <= plan_.retries && !given_up_ && worth_another_attempt(record.status);
  if (again) {
    if (!carpool::is_red(first_red)) first_red = record.status;
    pending_alone_.push_back({.method = item.method, .attempt = item.attempt + 1, .alone = true});
    record.target = plan_.target;
    record.class_name = plan_.name;
    sink_.put(std::move(record));
    return;
  }
  mark_finished(item);
  MethodStatus final_status = record.status;
  if (carpool::is_red(first_red) && !carpool::is_red(final_status)) {
    // A pass in a fresh process does not undo the failure, and a skip says nothing against it.
    final_status = final_status == MethodStatus::kPassed ? MethodStatus::kFlaky : first_red;
  }
  if (item.did_not_pass && final_status == MethodStatus::kPassed) {
    final_status = MethodStatus::kFlaky;
    record.reason =
        "it did not pass in a process that ended before GoogleTest wrote whether it failed or was "
        "skipped, and passed alone";
  }
  put_final(final_status, std::move(record));
}

// Exactly one terminal record: a second one would be worse than none, since somebody would believe
// it.
void ClassRun::mark_finished(const WorkItem& item) {
  if (!std::exchange(finished_[item.method], 1)) return;
  std::fprintf(stderr, "carpool: a second result for %s.%s, which is a fault of Carpool's\n",
               plan_.name.c_str(), method_name(item).c_str());
  std::_Exit(static_cast<int>(ExitCode::kBug));
}

void ClassRun::put_final(MethodStatus status, MethodFinished record) {
  record.target = plan_.target;
  record.class_name = plan_.name;
  record.final_status = status;
  if (status == MethodStatus::kDisabled) record.status = status;
  if (first_red_of_run_ && carpool::is_red(status)) {
    first_red_of_run_->note(plan_.name + "." + record.method);
  }
  ++finals_[slot(status)];
  sink_.put(std::move(record));
}

void ClassRun::note_trouble(ClassStatus status, const std::string& reason) {
  const std::lock_guard lock(mutex_);
  if (weight(status) > weight(trouble_)) trouble_ = status;
  if (reason_.empty()) reason_ = reason;
  if (status == ClassStatus::kTeardownFailed) tear_down_trouble_ = reason;
  if (first_red_of_run_) first_red_of_run_->note("class " + plan_.name);
}

void ClassRun::give_up(ClassStatus status, const std::string& reason) {
  note_trouble(status, reason);
  const std::lock_guard lock(mutex_);
  drop_rest(MethodStatus::kNotRun, reason);
}

void ClassRun::skip_rest(const std::string& reason) {
  const std::lock_guard lock(mutex_);
  drop_rest(MethodStatus::kSkipped, reason);
}

void ClassRun::leave_out_rest(const std::string& reason) {
  const std::lock_guard lock(mutex_);
  drop_rest(MethodStatus::kNotRun, reason);
}

bool ClassRun::given_up() const {
  const std::lock_guard lock(mutex_);
  return given_up_;
}

// What is pending, and what is still given back, ends this way. The first reason stays.
void ClassRun::drop_rest(MethodStatus status, const std::string& reason) {
  if (!std::exchange(given_up_, true)) {
    rest_status_ = status;
    rest_reason_ = reason;
  }
  finish_rest();
}

// What has begun comes to its verdict: nobody may say of it that it was not run.
void ClassRun::drop_unbegun_after_red() {
  if (!first_red_of_run_ || !first_red_of_run_->seen()) return;
  for (std::deque<WorkItem>* const queue : {&pending_, &pending_alone_}) {
    const std::deque<WorkItem> before = std::exchange(*queue, {});
    for (const WorkItem& item : before) {
      if (item.again) {
        queue->push_back(item);
      } else {
        finish_unrun(item, MethodStatus::kNotRun, first_red_of_run_->reason());
      }
    }
  }
}

void ClassRun::finish_rest() {
  std::deque<WorkItem> rest = std::exchange(pending_, {});
  rest.insert(rest.end(), pending_alone_.begin(), pending_alone_.end());
  pending_alone_.clear();
  for (const WorkItem& item : rest) finish_unrun(item, rest_status_, rest_reason_);
}

void ClassRun::finish_unrun(const WorkItem& item, MethodStatus status, const std::string& reason) {
  mark_finished(item);
  MethodFinished record;
  record.method = method_name(item);
  record.attempt = item.attempt;
  record.status = status;
  record.reason = reason;
  // One that already failed is not forgotten because its second attempt never came.
  const bool failed_before = carpool::is_red(first_red_[item.method]);
  put_final(failed_before ? first_red_[item.method] : status, std::move(record));
}

bool ClassRun::is_red() const {
  const std::lock_guard lock(mutex_);
  return carpool::is_red(status());
}

std::string ClassRun::take_tear_down_trouble() {
  const std::lock_guard lock(mutex_);
  return std::exchange(tear_down_trouble_, {});
}

ClassStatus ClassRun::status() const {
  if (weight(trouble_) > 0) return trouble_;
  std::size_t ran = 0;
  for (std::size_t i = 0; i < std::size(finals_); ++i) {
    const auto status = static_cast<MethodStatus>(i);
    if (finals_[i] == 0) continue;
    if (status == MethodStatus::kInterrupted) return ClassStatus::kInterrupted;
    if (carpool::is_red(status)) return ClassStatus::kFailed;
    if (status != MethodStatus::kDisabled) ran += finals_[i];
  }
  if (finals_[slot(MethodStatus::kFlaky)] > 0) return ClassStatus::kFlaky;
  if (ran == 0) return ClassStatus::kDisabled;
  if (finals_[slot(MethodStatus::kSkipped)] == ran) return ClassStatus::kSkipped;
  return ClassStatus::kPassed;
}

}  // namespace carpool
