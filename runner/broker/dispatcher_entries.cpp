// The dispatcher's part that looks after what CTest says of its entries.
#include <algorithm>
#include <utility>

#include "broker/dispatcher.h"

namespace carpool {
namespace {

using std::chrono::milliseconds;

// How long those who are asked for methods wait for what CTest says of its entries: far more than
// it takes for that. CTest measures the time of their entries meanwhile, which ends after `limit`.
milliseconds patience_for(milliseconds limit) {
  return std::clamp(limit / 4, milliseconds(2'000), milliseconds(20'000));
}

}  // namespace

void Dispatcher::begin_ctest(const exec::CtestProcess& ctest) {
  desk_ = std::make_shared<EntryDesk>();
  listing_.reset();
  limits_ = {};
  run_has_ended_ = false;
  watched_by_ctest_ = is_ctest_itself(ctest);
  if (!watched_by_ctest_) desk_->know(nullptr, false);
}

void Dispatcher::ask_for_entries(const TargetManifest& manifest, const exec::CtestProcess& ctest) {
  if (desk_->is_known()) return;
  desk_->expect_book(patience_for(
      std::min(manifest.test_timeout, limits_.of_ctest.value_or(manifest.test_timeout))));
  if (listing_) return;
  listing_ = EntryListing::begin(ctest, manifest.results_directory);
  if (!listing_) return know_entries(nullptr);
  limits_.of_ctest = listing_->default_limit();
  limits_.is_sure = limits_.of_ctest || listing_->knows_default_limit();
}

void Dispatcher::know_entries(std::unique_ptr<const EntryBook> book) {
  if (!book) {
    for (const auto& [results, run] : runs_) {
      run->warn(
          "ctest --show-only did not tell the broker of its entries: each worker ends with its "
          "method, as if all shared a RESOURCE_LOCK");
    }
  }
  desk_->know(std::move(book), true);
  listing_.reset();
  serve_waiting();
}

void Dispatcher::look_after() {
  if (listing_) {
    if (listing_->has_ended() || listing_->is_late()) know_entries(listing_->book());
  }
  if (!waiting_.empty() && desk_->is_overdue()) serve_waiting();
  if (!watched_by_ctest_ || !desk_->is_known()) return;
  const auto now = std::chrono::steady_clock::now();
  for (const auto& row : rows_) {
    if (!row->errand || row->errand->out_of_time) continue;
    const auto limit =
        limits_.left_to_us(desk_->find(row->errand->key()), row->errand->target->manifest());
    if (!limit || now - row->began < *limit) continue;
    row->errand->out_of_time = true;
    row->seat->stop(row->ride, time_is_up(*limit));
  }
}

void Dispatcher::make_wish(Errand& errand) const {
  const BrokerRun* const run = find_run(errand);
  errand.wish.undisturbed = run && run->was_asked_for(errand.class_name(), errand.place.method);
  errand.wish.knows_its_entry = desk_->is_known() || desk_->is_overdue();
  if (!errand.wish.knows_its_entry) return;
  desk_->begin(errand.key());
  errand.wish.ends_class = desk_->is_awaited(errand.key());
  // Any lock may be its own, and so may RUN_SERIAL.
  errand.wish.run_serial = desk_->is_in_the_dark();
  const EntryBook::Entry* const entry = desk_->find(errand.key());
  if (!entry) return;
  errand.wish.locks = entry->locks;
  errand.wish.run_serial = entry->run_serial;
}

}  // namespace carpool
