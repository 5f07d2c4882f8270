#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "broker/broker_run.h"
#include "broker/connection.h"
#include "broker/entry_desk.h"
#include "broker/entry_limits.h"
#include "broker/entry_listing.h"
#include "broker/late_record.h"
#include "broker/seat.h"
#include "broker/seating.h"
#include "broker/target_catalogue.h"

namespace carpool {

// All that the broker knows and decides: which client's method goes to which seat, when seats are
// given up, and when the record of a run is closed. Owned by the broker's one thread; `tell`
// is what seats call, with their number, on their own.
class Dispatcher {
 public:
  using Tell = std::function<void(std::uint64_t, SeatNews)>;
  explicit Dispatcher(Tell tell) : tell_(std::move(tell)) {}
  Dispatcher(const Dispatcher&) = delete;
  Dispatcher& operator=(const Dispatcher&) = delete;
  // Ends what still runs: whoever waits for a word of this thread's hears that none will come.
  ~Dispatcher();

  // A ctest, or what stands in its place, has come: all clients are its own until end_run().
  void begin_ctest(const exec::CtestProcess& ctest);

  // A client has said what it wants.
  void take_request(const std::shared_ptr<Connection>& client, BrokerRequest request);

  // A client is gone. Its method ends at once.
  void forget(const std::shared_ptr<Connection>& client);

  // What a seat has told.
  void hear_seat(std::uint64_t number, SeatNews news);

  // The run has ended without asking for its record: the ctest is gone, or nobody comes any more.
  // Its record is closed and its report written.
  void end_run(bool interrupted);

  // What to poll for what CTest says of its entries; -1 where nobody is asked. To be looked after
  // from time to time in any case.
  int listing_descriptor() const { return listing_ ? listing_->descriptor() : -1; }
  void look_after();

  // Whether methods run, or wait, or the record is being closed.
  bool is_busy() const;

  // Ends all workers; is_busy() until they are gone.
  void empty_seats();

  // How long workers wait for another ctest: CARPOOL_KEEP_WARM of the last client.
  std::chrono::seconds keep_warm() const { return keep_warm_; }

  // The manifests of the targets whose workers are alive.
  std::set<std::filesystem::path> live_targets() const;

 private:
  // A method that a client wants to be run.
  struct Errand {
    std::shared_ptr<Connection> client;
    std::chrono::steady_clock::time_point came;
    std::filesystem::path manifest;
    std::shared_ptr<const KnownTarget> target;
    KnownTarget::Place place;
    exec::CtestProcess ctest{};
    WorkerCommand command;
    SeatWish wish;
    bool out_of_time = false;  // the method has been told to end

    EntryBook::Key key() const;
    BrokerRun::ClassName class_name() const {
      return {target->manifest().target, target->class_name(place), target->stamp()};
    }
  };
  struct Row {
    std::uint64_t number = 0;
    SeatState state;
    std::filesystem::path manifest;
    std::string stamp;         // of the target that its workers are of
    BrokerRun* run = nullptr;  // that its last method was part of
    ClosedRun last_run;        // the same, once it is closed
    std::unique_ptr<Seat> seat;
    bool leaves = false;  // its workers are being ended
    std::optional<Errand> errand;
    std::uint64_t ride = 0;
    std::chrono::steady_clock::time_point began;  // the ride, once it is alone
  };
  struct Closing {
    std::shared_ptr<Connection> client;  // who asked for it; none: nobody is there to be told
    std::filesystem::path results;       // of the run; empty: of all
    bool interrupted = false;
  };

  std::optional<Errand> errand_of(const std::shared_ptr<Connection>& client,
                                  const BrokerRequest& request);
  // The run that the errand is part of, begun where there is none: closing a record takes it away
  // from errands that wait.
  BrokerRun& run_of(const Errand& errand);
  const BrokerRun* find_run(const Errand& errand) const;
  void serve_waiting();
  void make_wish(Errand& errand) const;
  SeatPlan seat_plan(const Errand& errand) const;
  void ask_for_entries(const TargetManifest& manifest, const exec::CtestProcess& ctest);
  void know_entries(std::unique_ptr<const EntryBook> book);
  Row& row_for(const Errand& errand, const Seating& seating);
  void start(Errand& errand, Row& row);
  void drop(const Errand& errand);
  void stop_all();
  void seat_is_idle(std::uint64_t number);
  void give_up(Row& row);
  void hear_last_words(Row& row);
  void give_up_stale_seats(const KnownTarget& target, const std::filesystem::path& manifest);
  std::vector<SeatState> seat_states() const;
  void close_if_done();
  void close();
  std::map<std::filesystem::path, std::unique_ptr<BrokerRun>> take_runs(
      const std::filesystem::path& results);
  void note_dropped_again();
  bool make_room_for_files(const Errand& errand);

  const Tell tell_;
  TargetCatalogue targets_;
  bool watched_by_ctest_ = false;
  std::shared_ptr<EntryDesk> desk_ = std::make_shared<EntryDesk>();  // of this ctest
  std::unique_ptr<EntryListing> listing_;
  EntryLimits limits_;
  std::map<std::filesystem::path, std::unique_ptr<BrokerRun>> runs_;  // by results directory
  std::vector<std::unique_ptr<Row>> rows_;
  std::deque<Errand> waiting_;
  std::vector<Errand> dropped_again_;  // without a client; not in the record yet
  std::optional<Closing> closing_;
  bool run_has_ended_ = false;  // nobody begins anything more of this ctest
  std::atomic<int> worker_numbers_{0};
  std::uint64_t last_number_ = 0;
  std::uint64_t last_ride_ = 0;
  std::chrono::seconds keep_warm_{0};
};

}  // namespace carpool
