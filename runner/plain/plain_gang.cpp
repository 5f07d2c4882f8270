#include "plain/plain_gang.h"

#include "plain/plain_batch.h"

namespace carpool {

StartUpOutcome PlainGang::start(ClassRun&, const std::string& reason) {
  is_ready_ = true;
  reason_ = reason;
  return WorkerIsReady{};
}

// All names go into one argument, the filter, and Linux takes no argument of more than 128 KiB
// (MAX_ARG_STRLEN in execve(2)).
RequestRoom PlainGang::room_for(const ClassRun& run) const {
  constexpr std::size_t kMostFilterBytes = 120u << 10;
  return {.bytes = kMostFilterBytes, .beside_name = run.plan().name.size() + 2};  // "Class.Name:"
}

void PlainGang::request(const ClassRun&, const std::vector<WorkItem>&, std::int64_t) {}

BatchOutcome PlainGang::follow(ClassRun& run, const std::vector<WorkItem>& items, std::int64_t) {
  is_ready_ = false;
  return run_plain_batch(launcher_, run, items, {++worker_numbers_, reason_}, context_);
}

// Whatever there is to tear down, the process has done so at its end.
void PlainGang::tear_down(ClassRun&) { is_ready_ = false; }
void PlainGang::follow_tear_down(ClassRun&) { is_ready_ = false; }
void PlainGang::retire(ClassRun&, const std::string&) { is_ready_ = false; }
void PlainGang::interrupt(ClassRun&) { is_ready_ = false; }

}  // namespace carpool
