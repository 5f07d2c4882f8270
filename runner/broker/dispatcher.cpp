#include "broker/dispatcher.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "broker/request_settings.h"
#include "manifest/isolate_globs.h"
#include "report/report_writing.h"
#include "schedule/target_plan.h"

namespace carpool {
namespace {

// Workers that wait for a method cost memory; those of the classes used last are worth it.
constexpr int kMostIdle = 32;

// CTest measures from the client's start, which is a little before the client comes here.
constexpr std::chrono::milliseconds kClientStart{500};

// Of a thread that cannot be had. The client runs its method by itself.
void refuse_for(const std::system_error& trouble, Client& client) {
  client.refuse(std::string("the broker cannot start a thread: ") + trouble.what());
}

}  // namespace

Dispatcher::~Dispatcher() { stop_all(); }

EntryBook::Key Dispatcher::Errand::key() const {
  const TestClass& listed = target->tests().classes[place.of_class];
  return {manifest.string(), listed.name + "." + listed.methods[place.method].name};
}

void Dispatcher::take_request(const std::shared_ptr<Connection>& client, BrokerRequest request) {
  client->accepted();
  if (request.what == BrokerRequest::What::kFinish) {
    if (closing_) return client->refuse("the record of this run is being closed already");
    closing_ = Closing{.client = client, .results = request.manifest};
    if (keep_warm_.count() == 0) empty_seats();
    return close_if_done();
  }
  if (run_has_ended_) return client->refuse("the record of this run is being closed");
  keep_warm_ = keep_warm_of(request);
  try {
    auto errand = errand_of(client, request);
    if (!errand) return;
    waiting_.push_back(std::move(*errand));
  } catch (const std::system_error& trouble) {
    return refuse_for(trouble, *client);
  }
  serve_waiting();
}

std::optional<Dispatcher::Errand> Dispatcher::errand_of(const std::shared_ptr<Connection>& client,
                                                        const BrokerRequest& request) {
  const auto target = targets_.find(request.manifest);
  if (!target) {
    client->refuse(target.error().message);
    return std::nullopt;
  }
  const auto place = (*target)->find(request.method);
  if (!place) {
    client->refuse("the method is not listed");  // whoever runs it by itself says so in full
    return std::nullopt;
  }
  give_up_stale_seats(**target, request.manifest);
  const TargetManifest& manifest = (*target)->manifest();
  Errand errand{
      .client = client,
      .came = std::chrono::steady_clock::now(),
      .manifest = request.manifest,
      .target = *target,
      .place = *place,
      .ctest = request.ctest,
      .command = worker_command(manifest),
      .wish = {.workers = workers_key(**target, request, watched_by_ctest_),
               .class_name = (*target)->class_name(*place),
               .alone = is_isolated(manifest, request.method),
               .may_move = manifest.reuse == Reuse::kTarget,
               .most = manifest.workers,
               .test_class = request.manifest.string() + "\n" + (*target)->class_name(*place)}};
  if (!closing_) run_of(errand);
  ask_for_entries(manifest, request.ctest);
  errand.command.working_directory = request.directory;
  errand.command.environment = request.environment;
  return errand;
}

BrokerRun& Dispatcher::run_of(const Errand& errand) {
  const TargetManifest& manifest = errand.target->manifest();
  auto found = runs_.find(manifest.results_directory);
  if (found == runs_.end()) {
    auto run = std::make_unique<BrokerRun>(manifest.results_directory, errand.ctest.process_id);
    found = runs_.emplace(manifest.results_directory, std::move(run)).first;
  }
  found->second->note_disabled_classes(manifest, errand.target->tests());
  return *found->second;
}

const BrokerRun* Dispatcher::find_run(const Errand& errand) const {
  const auto found = runs_.find(errand.target->manifest().results_directory);
  return found == runs_.end() ? nullptr : found->second.get();
}

void Dispatcher::serve_waiting() {
  while (!closing_ && !waiting_.empty()) {
    std::vector<SeatWish> wishes;
    for (Errand& errand : waiting_) {
      make_wish(errand);
      wishes.push_back(errand.wish);
    }
    const std::vector<SeatState> states = seat_states();
    const auto next = next_in_line(wishes, states);
    if (!next) return;
    const Seating seating = seat_for(wishes[*next], states);
    if (std::holds_alternative<StartSeat>(seating) && !make_room_for_files(waiting_[*next])) return;
    if (const auto* first = std::get_if<GiveUpFirst>(&seating)) {
      for (const std::size_t seat : first->seats) give_up(*rows_[seat]);
      continue;
    }
    Errand errand = std::move(waiting_[*next]);
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(*next));
    try {
      start(errand, row_for(errand, seating));
    } catch (const std::system_error& trouble) {
      refuse_for(trouble, *errand.client);
    }
  }
}

void Dispatcher::start(Errand& errand, Row& row) {
  BrokerRun& run = run_of(errand);
  const BrokerRun::ClassName name = errand.class_name();
  const bool ran_before = run.was_ever_asked_for(name, errand.place.method);
  if (run.was_asked_for(name, errand.place.method)) run.close(name);
  auto of_class = run.class_run(name, [&] { return errand.target->plan(errand.place); });
  run.ask_for(name, errand.place.method);
  if (!errand.target->lack().empty()) of_class->skip_rest(errand.target->lack());
  std::set<std::string> locks = errand.wish.locks;
  std::optional<SeatState::Left> parts_from;
  if (row.state.test_class == errand.wish.test_class) {
    locks.merge(row.state.locks);
  } else if (!row.state.test_class.empty()) {
    parts_from = SeatState::Left{row.state.class_name, row.state.test_class, row.state.locks};
  }
  const bool parts = parts_from.has_value();
  row.state = {.workers = errand.wish.workers,
               .class_name = errand.wish.class_name,
               .alone = errand.wish.alone,
               .busy = true,
               .last_used = ++last_ride_,
               .test_class = errand.wish.test_class,
               .locks = std::move(locks),
               .processes = errand.target->manifest().world_size,
               .parts_from = std::move(parts_from)};
  row.stamp = errand.target->stamp();
  row.run = &run;
  row.ride = last_ride_;
  row.began = std::chrono::steady_clock::now();
  desk_->begin(errand.key());
  row.seat->take({.number = row.ride,
                  .of_class = std::move(of_class),
                  .method = errand.place.method,
                  .client = errand.client,
                  .sink = &run.sink(),
                  .board = &run.board(),
                  .trouble = run.trouble(),
                  .parts = parts,
                  .fresh_worker = ran_before,
                  .skip = errand.target->skip(),
                  .desk = desk_,
                  .entry = errand.key()});
  row.errand = std::move(errand);
}

void Dispatcher::forget(const std::shared_ptr<Connection>& client) {
  client->abandon();
  if (closing_ && closing_->client == client) closing_->client = nullptr;
  const auto errand = std::ranges::find(waiting_, client, &Errand::client);
  if (errand != waiting_.end()) {
    if (!client->taken_back()) drop(*errand);
    waiting_.erase(errand);
    return serve_waiting();
  }
  for (const auto& row : rows_) {
    if (!row->errand || row->errand->client != client) continue;
    const auto time = std::chrono::steady_clock::now() - row->errand->came + kClientStart;
    const EntryBook::Entry* const entry = desk_->find(row->errand->key());
    row->seat->stop(row->ride, limits_.why_gone(entry, row->errand->target->manifest(), time));
  }
}

// It waited in vain; its account says so.
void Dispatcher::drop(const Errand& errand) {
  BrokerRun& run = run_of(errand);
  if (run.was_asked_for(errand.class_name(), errand.place.method)) {
    dropped_again_.push_back(errand);
    dropped_again_.back().client = nullptr;
    return;
  }
  const auto of_class =
      run.class_run(errand.class_name(), [&] { return errand.target->plan(errand.place); });
  run.ask_for(errand.class_name(), errand.place.method);
  of_class->want(errand.place.method);
  of_class->withdraw(errand.place.method, MethodStatus::kInterrupted,
                     "its entry was stopped before a worker of its class was free");
}

void Dispatcher::hear_seat(std::uint64_t number, SeatNews news) {
  if (news == SeatNews::kIsIdle) return seat_is_idle(number);
  const auto row = std::ranges::find(rows_, number, [](const auto& each) { return each->number; });
  if (row == rows_.end()) return;
  (*row)->state.parts_from.reset();
  (*row)->began = std::chrono::steady_clock::now();  // no method answers for another's class
  serve_waiting();
}

void Dispatcher::seat_is_idle(std::uint64_t number) {
  const auto row = std::ranges::find(rows_, number, [](const auto& each) { return each->number; });
  if (row == rows_.end()) return;
  (*row)->state.busy = false;
  (*row)->errand.reset();
  if ((*row)->leaves) {
    hear_last_words(**row);
    rows_.erase(row);
  }
  if (closing_ && keep_warm_.count() == 0) empty_seats();
  serve_waiting();
  const std::vector<SeatState> states = seat_states();
  for (const std::size_t index : seats_to_give_up(states, kMostIdle)) give_up(*rows_[index]);
  close_if_done();
}

void Dispatcher::end_run(bool interrupted) {
  run_has_ended_ = true;
  if (!closing_) closing_ = Closing{.client = nullptr, .results = {}, .interrupted = interrupted};
  closing_->results.clear();
  for (const Errand& errand : waiting_) {
    drop(errand);
    errand.client->abandon();
  }
  waiting_.clear();
  stop_all();
  if (keep_warm_.count() == 0) empty_seats();
  close_if_done();
}

void Dispatcher::stop_all() {
  desk_->know(nullptr, false);  // whoever waits to hear of it has nobody to answer any more
  listing_.reset();
  for (const auto& row : rows_) {
    if (!row->errand) continue;
    row->errand->client->abandon();
    row->seat->stop(row->ride, {});
  }
}

bool Dispatcher::is_busy() const {
  const bool seats_busy =
      std::ranges::any_of(rows_, [](const auto& row) { return row->state.busy; });
  return seats_busy || closing_ || !waiting_.empty();
}

void Dispatcher::close_if_done() {
  if (!closing_) return;
  const bool seats_busy =
      std::ranges::any_of(rows_, [](const auto& row) { return row->state.busy; });
  if (seats_busy) return;
  close();
  serve_waiting();
}

// Those of one results directory, where there are such: each build tree has a report of its own.
std::map<std::filesystem::path, std::unique_ptr<BrokerRun>> Dispatcher::take_runs(
    const std::filesystem::path& results) {
  std::map<std::filesystem::path, std::unique_ptr<BrokerRun>> taken;
  const auto found = std::ranges::find_if(runs_, [&](const auto& run) {
    return run.first.lexically_normal() == results.lexically_normal();
  });
  if (results.empty() || found == runs_.end()) return std::exchange(runs_, {});
  taken.insert(runs_.extract(found));
  return taken;
}

// An attempt that waited in vain while the account with the one before was in use: nobody runs a
// method of the class any more, so that it can begin anew.
void Dispatcher::note_dropped_again() {
  for (const Errand& errand : std::exchange(dropped_again_, {})) {
    run_of(errand).close(errand.class_name());
    drop(errand);
  }
}

void Dispatcher::close() {
  note_dropped_again();
  const Closing closing = *std::exchange(closing_, std::nullopt);
  std::string troubles;
  for (auto& [results, run] : take_runs(closing.results)) {
    const BrokerRun::Outcome outcome = run->finish(closing.interrupted);
    for (const std::string& trouble : outcome.troubles) troubles += "carpool: " + trouble + "\n";
    for (const auto& row : rows_) {
      if (row->run != run.get()) continue;
      row->run = nullptr;
      row->last_run = outcome.closed;
    }
    // Nobody else writes it any more. Where it cannot be written, nobody is there to be told.
    if (!closing.client && !outcome.closed.directory.empty()) {
      static_cast<void>(write_run_report(outcome.closed.directory, results));
    }
  }
  if (!closing.client) return;
  closing.client->exit(troubles.empty() ? 0 : 1, troubles);
}

}  // namespace carpool
