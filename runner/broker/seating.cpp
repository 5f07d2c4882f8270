#include "broker/seating.h"

#include <algorithm>
#include <set>
#include <utility>

namespace carpool {
namespace {

bool is_of_class(const SeatState& seat, const SeatWish& wish) {
  return seat.workers == wish.workers && seat.class_name == wish.class_name &&
         seat.alone == wish.alone;
}

bool shares_a_lock(const SeatWish& wish, const SeatState& seat) {
  return std::ranges::any_of(wish.locks,
                             [&](const std::string& lock) { return seat.locks.contains(lock); });
}

// It holds what the class has taken until that is torn down.
bool parting_is_in_the_way(const SeatWish& wish, const SeatState::Left& left) {
  if (left.test_class == wish.test_class) return wish.ends_class;
  return std::ranges::any_of(wish.locks,
                             [&](const std::string& lock) { return left.locks.contains(lock); });
}

bool is_busy_with_class(const SeatState& seat, const std::string& class_name) {
  if (!seat.busy) return false;
  return seat.class_name == class_name ||
         (seat.parts_from && seat.parts_from->class_name == class_name);
}

// A process that was a method's own has ended with it.
bool has_a_process(const SeatState& seat) { return seat.busy || !seat.alone; }

// Of a seat that runs no method and is not the one to be taken. A process for each test would not
// be there any more. (Where a method runs in it, CTest wants the two at once.)
bool is_in_the_way(const SeatWish& wish, const SeatState& seat) {
  if (!has_a_process(seat)) return false;
  if (seat.test_class == wish.test_class) return wish.ends_class;
  return wish.run_serial || !wish.knows_its_entry || shares_a_lock(wish, seat);
}

// The seats of the class that have to go so that the one to be taken is not one too many, the
// oldest first: those of another kind (ISOLATE, another environment).
void add_surplus(const SeatWish& wish, const std::vector<SeatState>& seats, const TakeSeat* taken,
                 std::vector<std::size_t>& in_the_way) {
  std::vector<std::size_t> idle;
  int of_class = 1;
  for (std::size_t i = 0; i < seats.size(); ++i) {
    const bool is_taken = taken && taken->seat == i;
    if (is_taken || seats[i].test_class != wish.test_class || !has_a_process(seats[i])) continue;
    ++of_class;
    if (!seats[i].busy || seats[i].leaves) idle.push_back(i);
  }
  std::ranges::sort(idle, {}, [&](std::size_t seat) { return seats[seat].last_used; });
  const int surplus = std::clamp(of_class - wish.most, 0, static_cast<int>(idle.size()));
  in_the_way.insert(in_the_way.end(), idle.begin(), idle.begin() + surplus);
}

Seating seat_among_alike(const SeatWish& wish, const std::vector<SeatState>& seats);

}  // namespace

Seating seat_for(const SeatWish& wish, const std::vector<SeatState>& seats) {
  Seating seating = seat_among_alike(wish, seats);
  if (std::holds_alternative<WaitForSeat>(seating)) return seating;
  const auto* const taken = std::get_if<TakeSeat>(&seating);
  std::vector<std::size_t> in_the_way;
  add_surplus(wish, seats, taken, in_the_way);
  for (std::size_t i = 0; i < seats.size(); ++i) {
    const bool runs_a_method = seats[i].busy && !seats[i].leaves;
    const bool is_taken = taken && taken->seat == i;
    if (!runs_a_method && !is_taken && is_in_the_way(wish, seats[i])) in_the_way.push_back(i);
  }
  if (in_the_way.empty()) return seating;
  std::erase_if(in_the_way, [&](std::size_t seat) { return seats[seat].leaves; });
  // Who does not know what locks there are waits until they do.
  if (in_the_way.empty() || !wish.knows_its_entry) return WaitForSeat{};
  std::ranges::sort(in_the_way);
  const auto repeated = std::ranges::unique(in_the_way);
  in_the_way.erase(repeated.begin(), repeated.end());
  return GiveUpFirst{std::move(in_the_way)};
}

namespace {

Seating seat_among_alike(const SeatWish& wish, const std::vector<SeatState>& seats) {
  int of_class = 0;
  std::optional<std::size_t> idle_of_class;
  std::optional<std::size_t> idle_of_another;
  for (std::size_t i = 0; i < seats.size(); ++i) {
    const SeatState& seat = seats[i];
    if (wish.undisturbed && is_busy_with_class(seat, wish.class_name)) return WaitForSeat{};
    if (seat.parts_from && parting_is_in_the_way(wish, *seat.parts_from)) return WaitForSeat{};
    if (seat.parts_from && seat.parts_from->test_class == wish.test_class) ++of_class;
    if (is_of_class(seat, wish)) {
      ++of_class;
      if (!seat.busy) idle_of_class = i;
    } else if (!seat.busy && seat.workers == wish.workers && seat.alone == wish.alone) {
      if (!idle_of_another || seats[*idle_of_another].last_used > seat.last_used) {
        idle_of_another = i;
      }
    }
  }
  if (idle_of_class) return TakeSeat{*idle_of_class};
  if (!wish.alone && of_class >= wish.most) return WaitForSeat{};
  if (wish.may_move && idle_of_another) return TakeSeat{*idle_of_another};
  return StartSeat{};
}

}  // namespace

std::vector<std::size_t> seats_to_give_up(const std::vector<SeatState>& seats, int most_idle) {
  std::vector<std::size_t> idle;
  int processes = 0;
  for (std::size_t i = 0; i < seats.size(); ++i) {
    if (seats[i].busy) continue;
    idle.push_back(i);
    processes += seats[i].processes;
  }
  std::ranges::sort(idle, {}, [&](std::size_t seat) { return seats[seat].last_used; });
  std::vector<std::size_t> given_up;
  for (std::size_t i = 0; i + 1 < idle.size() && processes > most_idle; ++i) {
    processes -= seats[idle[i]].processes;
    given_up.push_back(idle[i]);
  }
  return given_up;
}

std::optional<std::size_t> next_in_line(const std::vector<SeatWish>& waiting,
                                        const std::vector<SeatState>& seats) {
  std::set<std::pair<std::string, std::string>> held_up;
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    const SeatWish& wish = waiting[i];
    if (held_up.contains({wish.workers, wish.class_name})) continue;
    if (!std::holds_alternative<WaitForSeat>(seat_for(wish, seats))) return i;
    held_up.insert({wish.workers, wish.class_name});
  }
  return std::nullopt;
}

}  // namespace carpool
