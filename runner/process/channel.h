#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "process/file_descriptor.h"
#include "protocol/message.h"

namespace carpool {

// The runner's end of the socket to one worker: whole messages in, whole messages out, never
// blocking and with bounded memory. plugin/protocol/README.md describes the lines.
class Channel {
 public:
  enum class State {
    kOpen,
    kClosed,  // the worker has closed its end; what it said before can still be read
    kBroken,  // the worker sent something that is no message; see trouble()
  };

  // `peer`: the process at the other end; 0 where it is not known.
  explicit Channel(FileDescriptor connected, std::int64_t peer = 0);

  std::int64_t peer() const { return peer_; }

  int descriptor() const { return descriptor_.number(); }
  State state() const { return state_; }
  const std::string& trouble() const { return trouble_; }

  // Hands a descriptor over to the worker, which waits for it. Nothing has been sent before.
  void pass(const FileDescriptor& descriptor);

  // Receives what is there, at most one buffer full; true where there may be more. Nothing where as
  // much as the longest line is waiting for next().
  bool receive();

  // The next whole message received, in order.
  std::optional<protocol::Message> next();

  // Queues the message and sends as much as the socket takes.
  void send(const protocol::Message& message);
  // The same with whole encoded lines, which other channels may send too.
  void send(std::shared_ptr<const std::string> lines);
  bool wants_to_send() const { return !outgoing_.empty(); }
  void send_more();

 private:
  FileDescriptor descriptor_;
  std::int64_t peer_;
  State state_ = State::kOpen;
  std::string trouble_;
  std::vector<char> incoming_;  // grows to the longest line; only the first filled_ bytes count
  std::size_t filled_ = 0;
  std::size_t parsed_ = 0;   // bytes of them already handed out
  std::size_t scanned_ = 0;  // bytes of them known to hold no LF
  std::deque<std::shared_ptr<const std::string>> outgoing_;
  std::size_t sent_ = 0;  // of the first of them
};

// A socket in the abstract namespace, for workers behind a launcher that does not pass descriptors
// on. Nothing in the file system, so nothing to leave behind. Only processes of the same user (or
// root) get in.
class ChannelListener {
 public:
  static Result<ChannelListener> open();

  // One for each of `count` ranks that share an address: what a rank appends to it is its number.
  static Result<std::vector<ChannelListener>> open_for_ranks(std::size_t count);

  int descriptor() const { return descriptor_.number(); }
  // The value of CARPOOL_CHANNEL for workers that shall connect here.
  const std::string& address() const { return address_; }
  // The connection of the first worker that came; nullopt where none has.
  std::optional<Channel> accept();

 private:
  static Result<ChannelListener> open(const std::string& name);

  ChannelListener(FileDescriptor descriptor, std::string address)
      : descriptor_(std::move(descriptor)), address_(std::move(address)) {}

  FileDescriptor descriptor_;
  std::string address_;
};

}  // namespace carpool
