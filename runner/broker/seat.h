#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "broker/client.h"
#include "broker/entry_desk.h"
#include "broker/seat_stop.h"
#include "broker/verdict.h"
#include "broker/verdict_board.h"
#include "schedule/slot_gang.h"
#include "session/class_run.h"
#include "session/session.h"

namespace carpool {

// One method to be run for one client. All that it borrows outlives the ride.
struct Ride {
  std::uint64_t number = 0;
  std::shared_ptr<ClassRun> of_class;
  std::size_t method = 0;  // index into the class's plan
  std::shared_ptr<Client> client;
  RecordSink* sink = nullptr;  // of the run that the ride is part of
  VerdictBoard* board = nullptr;
  std::string trouble;        // why the run is not recorded; empty where it is
  bool parts = false;         // from another class first, and tells so
  bool fresh_worker = false;  // the method has run before: not in the worker that knows it
  SkipCode skip;
  std::shared_ptr<const EntryDesk> desk;
  EntryBook::Key entry;
};

// What all workers of a seat have in common.
struct SeatPlan {
  WorkerCommand command;
  SessionRules rules;
  int world_size = 1;
};

// What a seat tells its owner.
enum class SeatNews {
  kHasParted,  // nothing is left of the class that it had before its ride's
  kIsIdle,     // it has done what it was told
};

// A session that waits for methods to be asked of it, with its live gang, on a thread of its own.
// Owned by the dispatcher, which gives it one thing to do at a time; `tell` is called, on the
// seat's thread.
class Seat {
 public:
  // `worker_numbers` outlives the seat.
  Seat(const SeatPlan& plan, std::atomic<int>& worker_numbers, std::function<void(SeatNews)> tell);
  Seat(const Seat&) = delete;
  Seat& operator=(const Seat&) = delete;
  ~Seat();

  void take(Ride ride);

  // Ends the gang; its last records go into the run of its last ride while `sink` is given.
  void retire(RecordSink* sink);

  // The account of a gang that went wrong in its end after the run of its last ride was closed;
  // mostly nothing. To be taken when the seat is idle.
  std::vector<Record> take_last_words() { return std::exchange(last_words_, {}); }

  // Ends this ride, if it is still the one: its client is gone, and the worker dies at once. From
  // any thread.
  void stop(std::uint64_t ride, StopReason reason) { stop_.request(ride, std::move(reason)); }

 private:
  // Where the session's records go: to the run that it serves just now, and live output to the
  // client.
  class Sink final : public RecordSink {
   public:
    void put(Record record) override {
      if (run) run->put(std::move(record));
    }
    void show_live(std::string bytes) override {
      if (client) client->print(bytes);
    }
    RecordSink* run = nullptr;
    Client* client = nullptr;
  };

  struct Retire {
    RecordSink* sink;
  };
  struct Quit {};
  using Order = std::variant<Ride, Retire, Quit>;

  void give(Order order);
  void work();
  void carry(Ride& ride);
  void make_room_for(const Ride& ride);
  enum class Parting { kRetire, kTearDown };
  void part_from_class(ClassRun& of_class, Parting parting);
  void part(ClassRun& of_class, Parting parting);
  void answer(Ride& ride, const std::vector<MethodFinished>& attempts,
              const std::string& trouble_of_class);

  const SteadyClock clock_;
  const SessionRules rules_;
  const std::function<void(SeatNews)> tell_;
  SeatStop stop_;
  Sink sink_;
  SlotGang slot_;
  std::optional<Session> session_;
  std::shared_ptr<ClassRun> current_;  // of the last ride
  std::vector<Record> last_words_;
  std::mutex mutex_;
  std::condition_variable given_;
  std::optional<Order> order_;
  std::thread thread_;
};

}  // namespace carpool
