#pragma once

#include <atomic>
#include <cstddef>
#include <string>

#include "../protocol/message.h"
#include "descriptor_posix.h"
#include "line.h"

namespace carpool {

// The worker's end of the stream to the runner. Lines may come from several threads: an assertion
// may fail in any. In a forked child every call does nothing. A line that cannot be sent ends the
// process, after a time in which the runner may kill it.
class Channel {
 public:
  Channel() = default;
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  // Takes the address out of CARPOOL_CHANNEL. False where it is malformed or nobody answers.
  bool open(const std::string& address);

  // Has the runner give this process a standard output of its own, which the ranks of a launcher do
  // not have. Nothing may have been received before.
  bool take_standard_output() { return carpool::take_standard_output(socket_); }

  // Adds the line to what the next send() or flush() carries.
  void queue(const Line& line);

  // Sends what is queued and this line, in one write.
  void send(const Line& line);
  void flush();

  // Waits for the runner's next line. False at the end of the stream, or where a line is malformed
  // or too long: from then on the channel counts as broken.
  bool receive(protocol::Message& message);

  // Nothing that is sent arrives any more, and nothing is sent.
  bool broken() const { return state_.load(std::memory_order_relaxed) != State::kOpen; }

  // For the handler of a fatal signal: what is queued, then these bytes, whatever another thread
  // or the interrupted code is in the middle of.
  void send_from_crash(const char* bytes, std::size_t size);

  // For other signal handlers: one whole line. Where the interrupted code is in the middle of a
  // line of its own, this one follows as soon as that is sent. `bytes` must stay valid.
  void send_from_signal(const char* bytes, std::size_t size);

 private:
  // kClosed: the runner wants no more, or makes no sense. kLost: what was sent did not arrive.
  enum class State { kOpen, kClosed, kLost };

  bool lost() const { return state_.load(std::memory_order_relaxed) == State::kLost; }
  void lock();
  void unlock();
  void append(const Line& line);
  void send_queued();
  void transmit(const char* bytes, std::size_t size);
  bool take_line(protocol::Message& message);

  int socket_ = -1;
  std::atomic<State> state_{State::kOpen};
  std::atomic<bool> busy_{false};

  // Whole lines only, counted after they are complete, so that a signal handler may send them.
  static constexpr std::size_t kRoom = 16 * 1024;
  char queued_[kRoom];
  std::atomic<std::size_t> queued_size_{0};

  std::atomic<const char*> deferred_{nullptr};
  std::atomic<std::size_t> deferred_size_{0};

  std::string received_;
  std::size_t received_from_ = 0;
};

}  // namespace carpool
