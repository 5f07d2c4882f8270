#include "session/gang_of_ranks.h"

#include "session/gang_method.h"
#include "session/gang_retirement.h"
#include "session/gang_set_up.h"
#include "session/gang_start_up.h"

namespace carpool {

StartUpOutcome GangOfRanks::start(ClassRun& run, const std::string& reason) {
  return start_gang(gang_, size_, launcher_, run, reason, context_, worker_numbers_);
}

BatchOutcome GangOfRanks::follow(ClassRun& run, const std::vector<WorkItem>& items,
                                 std::int64_t first_id) {
  if (gang_.class_name != run.plan().name) {
    BatchOutcome set_up = set_up_class(gang_, launcher_, run, first_id, context_);
    if (!std::holds_alternative<BatchDone>(set_up)) {
      run.give_back(items);
      return set_up;
    }
  }
  for (std::size_t done = 0; done < items.size(); ++done) {
    const std::int64_t id = first_id + static_cast<std::int64_t>(done);
    const int moved = static_cast<int>(items.size() - done - 1);
    BatchOutcome outcome = run_together(gang_, launcher_, run, items[done], id, moved, context_);
    if (std::holds_alternative<BatchDone>(outcome)) continue;
    auto* const lost = std::get_if<WorkerLost>(&outcome);
    const std::size_t begun = done + (lost ? lost->methods_ended : 1);
    run.give_back({items.begin() + static_cast<std::ptrdiff_t>(begun), items.end()});
    if (lost) lost->methods_ended = begun;
    return outcome;
  }
  return BatchDone{};
}

void GangOfRanks::tear_down(ClassRun& run) {
  if (gang_.class_name.empty()) return;
  tear_down_gang(gang_, launcher_, run, context_);
}

void GangOfRanks::retire(ClassRun& run, const std::string& how) {
  retire_gang(gang_, launcher_, run, how, context_);
}

void GangOfRanks::interrupt(ClassRun& run) {
  bury_gang(gang_, run, {.rank = {}, .loss = {.how = "interrupted", .during = {}}}, context_);
}

}  // namespace carpool
