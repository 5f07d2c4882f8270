#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "broker/broker.h"
#include "broker/broker_sockets.h"
#include "broker/dispatcher.h"
#include "process/interrupt.h"

namespace carpool {
namespace {

using Clock = std::chrono::steady_clock;

// Where no ctest is there to be watched (a client by hand), so long after the last of them. Also
// how long the first client may take to say what it wants.
constexpr std::chrono::seconds kIdle{2};
constexpr std::chrono::seconds kFirstRequest{30};

// What seats tell, on its way from their threads to the broker's.
class NewsOfSeats {
 public:
  using Item = std::pair<std::uint64_t, SeatNews>;

  NewsOfSeats() : event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (!event_) throw std::system_error(errno, std::generic_category(), "eventfd");
  }

  int descriptor() const { return event_.number(); }
  void put(std::uint64_t number, SeatNews news) {
    const std::lock_guard lock(mutex_);
    items_.emplace_back(number, news);
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = write(event_.number(), &one, sizeof one);
  }
  std::deque<Item> take() {
    const std::lock_guard lock(mutex_);
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t got = read(event_.number(), &count, sizeof count);
    return std::exchange(items_, {});
  }

 private:
  FileDescriptor event_;
  std::mutex mutex_;
  std::deque<Item> items_;
};

class Broker {
 public:
  explicit Broker(FileDescriptor listener) { listeners_.push_back(std::move(listener)); }

  void serve();

 private:
  struct Guest {
    std::shared_ptr<Connection> connection;
    bool has_asked = false;
  };

  bool belongs_here(const exec::CtestProcess& ctest);
  void wait();
  void greet(const FileDescriptor& listener);
  void hear(Guest& guest);
  bool is_over();
  void end_ctest(bool interrupted);
  bool wait_for_another_ctest();

  NewsOfSeats news_;
  Dispatcher dispatcher_{[this](std::uint64_t number, SeatNews news) { news_.put(number, news); }};
  std::vector<FileDescriptor> listeners_;
  std::vector<Guest> guests_;
  std::optional<exec::CtestProcess> ctest_;
  FileDescriptor ctest_gone_;   // readable once it is
  bool ctest_is_gone_ = false;  // as seen in the last look
  bool is_warm_ = false;        // found by the targets of its workers, for whichever ctest comes
  Clock::time_point since_ = Clock::now();  // when there was last something to do
};

void Broker::serve() {
  do {
    while (!is_over()) wait();
  } while (wait_for_another_ctest());
  // Whoever comes from here on finds nobody, or hears the connection end, and has a broker of its
  // own: this one would take its methods down with the workers.
  listeners_.clear();
  guests_.clear();
  is_warm_ = false;
  dispatcher_.empty_seats();
  while (dispatcher_.is_busy()) wait();
}

// Several ctests never share a broker. One that was kept warm goes to whoever comes first.
bool Broker::belongs_here(const exec::CtestProcess& ctest) {
  if (ctest_) {
    return ctest_->process_id == ctest.process_id && ctest_->start_ticks == ctest.start_ticks;
  }
  if (is_warm_) {
    FileDescriptor own = listen_for_ctest(ctest);
    if (!own) return false;  // it has a broker by now
    listeners_.clear();
    listeners_.push_back(std::move(own));
    is_warm_ = false;
  }
  ctest_ = ctest;
  dispatcher_.begin_ctest(ctest);
  if (ctest.is_ctest) ctest_gone_ = watch_process(ctest);
  return true;
}

void Broker::wait() {
  std::vector<pollfd> waiting;
  const auto watch = [&](int descriptor) {
    waiting.push_back({.fd = descriptor, .events = POLLIN, .revents = 0});
  };
  watch(news_.descriptor());
  watch(Interrupt::requested() ? -1 : Interrupt::descriptor());
  watch(ctest_gone_.number());
  const std::size_t gone = waiting.size() - 1;
  watch(dispatcher_.listing_descriptor());
  const std::size_t own = waiting.size();
  const std::size_t guests = guests_.size();
  const std::size_t listeners = listeners_.size();
  for (const Guest& guest : guests_) watch(guest.connection->descriptor());
  for (const FileDescriptor& listener : listeners_) watch(listener.number());
  constexpr int kLookAround = 200;  // milliseconds
  const int ready = poll(waiting.data(), waiting.size(), kLookAround);
  dispatcher_.look_after();
  ctest_is_gone_ = ctest_gone_ && ready > 0 && waiting[gone].revents != 0;
  if (ready <= 0) return;
  if (waiting[0].revents != 0) {
    for (const auto& [number, news] : news_.take()) dispatcher_.hear_seat(number, news);
  }
  // Before the guests, one of which may change what is listened at.
  for (std::size_t i = 0; i < listeners; ++i) {
    if (waiting[own + guests + i].revents != 0) greet(listeners_[i]);
  }
  for (std::size_t i = 0; i < guests; ++i) {
    if (waiting[own + i].revents != 0) hear(guests_[i]);
  }
  // Who has just come has said what it wants by now, mostly.
  for (std::size_t i = guests; i < guests_.size(); ++i) hear(guests_[i]);
  std::erase_if(guests_, [](const Guest& guest) { return !guest.connection; });
  since_ = Clock::now();
}

void Broker::greet(const FileDescriptor& listener) {
  if (auto connection = Connection::accept(listener)) {
    guests_.push_back({.connection = std::move(connection)});
  }
}

// A client that has asked says nothing more: what comes then is its end.
void Broker::hear(Guest& guest) {
  const bool there = guest.connection->receive();
  if (!guest.has_asked) {
    if (auto request = guest.connection->request()) {
      guest.has_asked = true;
      if (!*request) {
        guest.connection->refuse(request->error().message);
      } else if ((**request).what == BrokerRequest::What::kAlive) {
        guest.connection->exit(0);
      } else if (guest.connection->taken_back()) {
        guest.connection->abandon();  // it came while nobody here looked
      } else if (!belongs_here((**request).ctest)) {
        guest.connection->look_again();
      } else {
        dispatcher_.take_request(guest.connection, std::move(**request));
      }
    }
  }
  if (there) return;
  dispatcher_.forget(guest.connection);
  guest.connection = nullptr;
}

// Whether the ctest that this broker is for needs it no more.
bool Broker::is_over() {
  if (Interrupt::requested()) {
    end_ctest(true);
    return true;
  }
  if (ctest_ && ctest_->is_ctest) {
    if (ctest_gone_ && !ctest_is_gone_) return false;
    end_ctest(dispatcher_.is_busy());
    return true;
  }
  const auto patience = ctest_ ? kIdle : kFirstRequest;
  if (!guests_.empty() || dispatcher_.is_busy() || Clock::now() - since_ < patience) return false;
  end_ctest(false);
  return true;
}

void Broker::end_ctest(bool interrupted) {
  ctest_gone_ = FileDescriptor();  // it stays readable
  ctest_is_gone_ = false;
  dispatcher_.end_run(interrupted);
  while (dispatcher_.is_busy()) wait();
  ctest_.reset();
  guests_.clear();
}

// False where nobody has come in time.
bool Broker::wait_for_another_ctest() {
  if (Interrupt::requested() || dispatcher_.keep_warm().count() == 0) return false;
  listeners_.clear();
  is_warm_ = true;
  for (const auto& manifest : dispatcher_.live_targets()) {
    if (FileDescriptor listener = listen_warm(manifest)) listeners_.push_back(std::move(listener));
  }
  const auto end = Clock::now() + dispatcher_.keep_warm();
  while (!ctest_) {
    if (listeners_.empty() || Clock::now() >= end || Interrupt::requested()) return false;
    wait();
  }
  return true;
}

}  // namespace

void serve_as_broker(FileDescriptor listener) { Broker(std::move(listener)).serve(); }

}  // namespace carpool
