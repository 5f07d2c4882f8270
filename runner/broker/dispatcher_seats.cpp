// The dispatcher's part that keeps the seats: begins them, gives them up, and hears them out.
#include <utility>

#include "broker/dispatcher.h"
#include "process/file_limit.h"
#include "schedule/target_plan.h"

namespace carpool {

std::vector<SeatState> Dispatcher::seat_states() const {
  std::vector<SeatState> states;
  for (const auto& row : rows_) states.push_back(row->state);
  return states;
}

// CTest kills the client of a method that is out of time; the worker's limit is for its own end.
SeatPlan Dispatcher::seat_plan(const Errand& errand) const {
  const TargetManifest& manifest = errand.target->manifest();
  SeatPlan plan{.command = errand.command,
                .rules = session_rules(manifest),
                .world_size = manifest.world_size};
  if (watched_by_ctest_) {
    plan.rules.limits.tear_down = plan.rules.limits.method;
    plan.rules.limits.method = kNoLimit;
  }
  return plan;
}

Dispatcher::Row& Dispatcher::row_for(const Errand& errand, const Seating& seating) {
  if (const auto* taken = std::get_if<TakeSeat>(&seating)) return *rows_[taken->seat];
  auto row = std::make_unique<Row>();
  row->number = ++last_number_;
  row->manifest = errand.manifest;
  row->seat =
      std::make_unique<Seat>(seat_plan(errand), worker_numbers_,
                             [this, number = row->number](SeatNews news) { tell_(number, news); });
  rows_.push_back(std::move(row));
  return *rows_.back();
}

// Whether the errand's worker can be started: idle ones go first where this process may not open
// files for all of them.
bool Dispatcher::make_room_for_files(const Errand& errand) {
  if (workers_that_fit() >= errand.target->manifest().world_size) return true;
  Row* oldest = nullptr;
  for (const auto& row : rows_) {
    if (row->leaves) return false;  // it is about to give some back
    if (row->state.busy) continue;
    if (!oldest || row->state.last_used < oldest->state.last_used) oldest = row.get();
  }
  if (!oldest) return true;  // its start will say what is missing
  give_up(*oldest);
  return false;
}

void Dispatcher::give_up(Row& row) {
  row.leaves = row.state.leaves = true;
  row.state.busy = true;
  row.seat->retire(row.run ? &row.run->sink() : nullptr);
}

// They are told in the run at hand; where there is none, in the one that had the workers last.
void Dispatcher::hear_last_words(Row& row) {
  std::vector<Record> words = row.seat->take_last_words();
  if (words.empty()) return;
  const auto at_hand = runs_.find(row.last_run.results);
  if (at_hand == runs_.end()) return add_to_closed_run(row.last_run, words);
  for (Record& word : words) at_hand->second->sink().put(std::move(word));
}

void Dispatcher::empty_seats() {
  for (const auto& row : rows_) {
    if (!row->state.busy) give_up(*row);
  }
}

// The executable, or what is known of it, is another by now.
void Dispatcher::give_up_stale_seats(const KnownTarget& target,
                                     const std::filesystem::path& manifest) {
  for (const auto& row : rows_) {
    const bool stale = row->manifest == manifest && row->stamp != target.stamp();
    if (stale && !row->state.busy) give_up(*row);
  }
}

std::set<std::filesystem::path> Dispatcher::live_targets() const {
  std::set<std::filesystem::path> manifests;
  for (const auto& row : rows_) manifests.insert(row->manifest);
  return manifests;
}

}  // namespace carpool
