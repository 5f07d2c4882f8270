#include "broker/verdict_board.h"

#include <utility>

namespace carpool {

void VerdictBoard::expect(const Method& method) {
  const std::lock_guard lock(mutex_);
  expected_[method].clear();
}

std::vector<MethodFinished> VerdictBoard::await(const Method& method) {
  std::unique_lock lock(mutex_);
  const auto found = expected_.find(method);
  shown_.wait(lock, [&] { return !found->second.empty() && found->second.back().final_status; });
  std::vector<MethodFinished> records = std::move(found->second);
  expected_.erase(found);
  return records;
}

void VerdictBoard::show(const Record& record) {
  const auto* finished = std::get_if<MethodFinished>(&record);
  if (!finished) return;
  const std::lock_guard lock(mutex_);
  const auto found = expected_.find({finished->target, finished->class_name, finished->method});
  if (found == expected_.end()) return;
  found->second.push_back(*finished);
  if (finished->final_status) shown_.notify_all();
}

}  // namespace carpool
