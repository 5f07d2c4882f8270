#include "broker/seat.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <utility>
#include <vector>

#include "base/exit_code.h"
#include "base/printable.h"

namespace carpool {
namespace {

class RecordList final : public RecordSink {
 public:
  void put(Record record) override { records.push_back(std::move(record)); }
  void show_live(std::string) override {}
  std::vector<Record> records;
};

}  // namespace

Seat::Seat(const SeatPlan& plan, std::atomic<int>& worker_numbers,
           std::function<void(SeatNews)> tell)
    : rules_(plan.rules),
      tell_(std::move(tell)),
      slot_(plan.command, plan.world_size, true, SessionContext{sink_, clock_, plan.rules.limits},
            worker_numbers, stop_),
      thread_([this] { work(); }) {}

// Only an idle seat is destroyed.
Seat::~Seat() {
  give(Quit{});
  thread_.join();
}

void Seat::take(Ride ride) {
  stop_.begin(ride.number);
  give(std::move(ride));
}

void Seat::retire(RecordSink* sink) { give(Retire{sink}); }

void Seat::give(Order order) {
  {
    const std::lock_guard lock(mutex_);
    order_ = std::move(order);
  }
  given_.notify_one();
}

// Workers die with the thread that started them, so it lives as long as the seat.
void Seat::work() {
  for (;;) {
    std::unique_lock lock(mutex_);
    given_.wait(lock, [this] { return order_.has_value(); });
    Order order = std::move(*std::exchange(order_, std::nullopt));
    lock.unlock();
    if (auto* ride = std::get_if<Ride>(&order)) {
      carry(*ride);
    } else {
      auto* retire = std::get_if<Retire>(&order);
      sink_.run = retire ? retire->sink : nullptr;
      if (slot_.gang().alive()) part_from_class(*current_, Parting::kRetire);
      sink_.run = nullptr;
      if (!retire) return;
    }
    tell_(SeatNews::kIsIdle);
  }
}

void Seat::carry(Ride& ride) {
  const std::string& class_name = ride.of_class->plan().name;
  const std::string& method = ride.of_class->plan().methods[ride.method].name;
  const VerdictBoard::Method place{ride.of_class->plan().target, class_name, method};
  sink_.run = ride.sink;
  sink_.client = ride.client.get();
  const bool may_begin = ride.client->begun(opening_text(class_name + "." + method));
  make_room_for(ride);
  if (ride.parts) tell_(SeatNews::kHasParted);
  stop_.hear();
  ride.board->expect(place);
  ride.of_class->want(ride.method);
  if (!session_ || session_->interrupted()) session_.emplace(rules_, slot_.gang(), clock_);
  if (may_begin) session_->serve_method(*ride.of_class, ride.method);
  const StopReason reason = stop_.reason();
  stop_.end();
  if (!may_begin || session_->interrupted()) {
    ride.of_class->withdraw(
        ride.method, reason.out_of_time ? MethodStatus::kTimedOut : MethodStatus::kInterrupted,
        (reason.words.empty() ? "its entry was stopped" : reason.words) + ": it had not begun yet");
  }
  const std::vector<MethodFinished> attempts = ride.board->await(place);
  const EntryDesk::Ending ending = ride.desk->await_ending(ride.entry);
  if (ending.skip_code && *ending.skip_code != ride.skip.code) {
    ride.skip = {.code = *ending.skip_code, .is_the_users = true};
  }
  if (ending.parts && slot_.gang().alive()) part_from_class(*ride.of_class, Parting::kRetire);
  answer(ride, attempts,
         ending.tells_class ? ride.of_class->take_tear_down_trouble() : std::string());
  sink_.run = nullptr;
  sink_.client = nullptr;
}

void Seat::make_room_for(const Ride& ride) {
  Gang& gang = slot_.gang();
  const std::shared_ptr<ClassRun> before = std::exchange(current_, ride.of_class);
  if (!gang.alive()) return;
  const bool same_class = before->plan().name == ride.of_class->plan().name;
  if (ride.fresh_worker) {
    // The account that the worker served may be closed, since its class begins anew.
    part_from_class(same_class ? *ride.of_class : *before, Parting::kRetire);
  } else if (!same_class) {
    part_from_class(*before, Parting::kTearDown);
  }
}

// Where the account is closed, nobody would hear of trouble any more: then the end has an account
// of its own, which is kept only if there is something to be told.
void Seat::part_from_class(ClassRun& of_class, Parting parting) {
  if (of_class.sessions() > 0) return part(of_class, parting);
  RecordList told;
  RecordSink* const run = std::exchange(sink_.run, &told);
  ClassRun own({.target = of_class.plan().target,
                .name = of_class.plan().name,
                .methods = {},
                .disabled = {},
                .on_demand = true},
               1, told, clock_);
  part(own, parting);
  const bool red = own.is_red();
  own.leave();
  sink_.run = run;
  if (!red) return;
  if (!run) {
    last_words_ = std::move(told.records);
    return;
  }
  for (Record& record : told.records) run->put(std::move(record));
}

void Seat::part(ClassRun& of_class, Parting parting) {
  if (parting == Parting::kRetire) {
    slot_.gang().retire(of_class, "retired");
  } else {
    slot_.gang().tear_down(of_class);
  }
}

void Seat::answer(Ride& ride, const std::vector<MethodFinished>& attempts,
                  const std::string& trouble_of_class) {
  Ending ending = ending_of(attempts.back(), ride.skip);
  std::string text = closing_text(attempts);
  if (!ride.trouble.empty()) {
    text += "carpool: this run is not recorded: " + ride.trouble + "\n";
    if (!ending.signal) ending = without_verdict();
  }
  if (!trouble_of_class.empty()) {
    text += "carpool: " + ride.of_class->plan().name + ": " + printable(trouble_of_class) +
            " (told here, red whatever this entry's properties say, since no carpool.report closes "
            "this ctest)\n";
    if (!ending.signal) ending = without_verdict();
  }
  if (ending.signal) {
    ride.client->die_of(*ending.signal, text);
  } else {
    ride.client->exit(ending.exit_code, text);
  }
}

}  // namespace carpool
