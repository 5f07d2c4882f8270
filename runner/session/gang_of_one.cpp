#include "session/gang_of_one.h"

#include "session/retirement.h"

namespace carpool {

StartUpOutcome GangOfOne::start(ClassRun& run, const std::string& reason) {
  worker_.number = ++worker_numbers_;
  return start_worker(worker_, launcher_, run, reason, context_);
}

void GangOfOne::request(const ClassRun& run, const std::vector<WorkItem>& items,
                        std::int64_t first_id) {
  protocol::Message message{"run", {run.plan().name, std::to_string(first_id)}};
  for (const WorkItem& item : items) message.fields.push_back(run.method_name(item));
  worker_.process->send(message);
}

BatchOutcome GangOfOne::follow(ClassRun& run, const std::vector<WorkItem>& items,
                               std::int64_t first_id) {
  return follow_batch(worker_, run, items, first_id, context_);
}

void GangOfOne::tear_down(ClassRun& run) { tear_down_class(worker_, run, context_); }

void GangOfOne::follow_tear_down(ClassRun& run) {
  carpool::follow_tear_down(worker_, run, context_);
}

void GangOfOne::retire(ClassRun& run, const std::string& how) {
  retire_worker(worker_, run, how, context_);
}

void GangOfOne::interrupt(ClassRun& run) {
  bury(worker_, run, {.how = "interrupted", .during = {}, .moved_methods = 0, .end = {}}, context_);
}

}  // namespace carpool
