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

}  // namespace

Seating seat_for(const SeatWish& wish, const std::vector<SeatState>& seats) {
  int of_class = 0;
  std::optional<std::size_t> idle_of_class;
  std::optional<std::size_t> idle_of_another;
  for (std::size_t i = 0; i < seats.size(); ++i) {
    const SeatState& seat = seats[i];
    if (wish.undisturbed && seat.busy && seat.class_name == wish.class_name) return WaitForSeat{};
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

std::vector<std::size_t> seats_to_give_up(const std::vector<SeatState>& seats,
                                          std::size_t most_idle) {
  std::vector<std::size_t> idle;
  for (std::size_t i = 0; i < seats.size(); ++i) {
    if (!seats[i].busy) idle.push_back(i);
  }
  if (idle.size() <= most_idle) return {};
  std::ranges::sort(idle, {}, [&](std::size_t seat) { return seats[seat].last_used; });
  idle.resize(idle.size() - most_idle);
  return idle;
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
