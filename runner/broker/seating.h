#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace carpool {

// Who sits where: which of the live workers takes a method, whether another is started, or whether
// the method waits. Data in, data out; the dispatcher does what is decided.

// What a method needs. Seats with the same `workers` (executable, arguments, environment,
// directory) are alike.
struct SeatWish {
  std::string workers;
  std::string class_name;
  bool alone = false;        // wants a process of its own, so no seat of its class counts
  bool may_move = false;     // REUSE TARGET: a worker may come from another class
  bool undisturbed = false;  // nobody else may run a method of the class: its account begins anew
  int most = 1;              // WORKERS: seats of the class at once
  std::string test_class;    // tells it from all other classes, in whatever surroundings it runs
  std::set<std::string> locks = {};  // RESOURCE_LOCK of its entry
  bool run_serial = false;           // RUN_SERIAL
  bool knows_its_entry = true;       // what locks there are; else it stays out of others' way
  bool ends_class = false;           // others wait for the end of all processes of the class
};

struct SeatState {
  std::string workers;
  std::string class_name;  // of its last method
  bool alone = false;
  bool busy = false;
  std::uint64_t last_used = 0;  // the higher, the later
  std::string test_class = {};
  std::set<std::string> locks =
      {};               // of the methods it has run; it may still hold what they stand for
  bool leaves = false;  // is busy with its own end
  int processes = 1;    // that it keeps alive: its ranks
  // Another class than that of its method, whose fixture it still tears down.
  struct Left {
    std::string class_name;
    std::string test_class;
    std::set<std::string> locks;
  };
  std::optional<Left> parts_from = {};
};

struct StartSeat {};
struct WaitForSeat {};
// Idle seats are in the way: what their suite set-up has taken is not given back while they wait.
// To be given up, and asked again.
struct GiveUpFirst {
  std::vector<std::size_t> seats;
};
struct TakeSeat {
  std::size_t seat;
};
using Seating = std::variant<TakeSeat, StartSeat, WaitForSeat, GiveUpFirst>;

Seating seat_for(const SeatWish& wish, const std::vector<SeatState>& seats);

// The idle seats that have to be given up so that no more than `most_idle` processes wait in those
// that are left, or one seat: those that have not been used for the longest.
std::vector<std::size_t> seats_to_give_up(const std::vector<SeatState>& seats, int most_idle);

// Which of those that wait may go on, in order; none goes before another of the same class that has
// waited for longer. To be asked again after each that does.
std::optional<std::size_t> next_in_line(const std::vector<SeatWish>& waiting,
                                        const std::vector<SeatState>& seats);

}  // namespace carpool
