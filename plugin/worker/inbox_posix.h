#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>

#include "../protocol/message.h"
#include "channel_posix.h"

namespace carpool {

// Hands what the runner sends to the thread that it is for. A thread that calls barrier() reads
// requests too, since the main thread may have ended the method meanwhile, and the main thread must
// not wait for that thread's answer to get them.
class Inbox {
 public:
  // For the main thread, between methods. False at the end of the stream.
  bool receive_request(Channel& channel, protocol::Message& request);

  // One call to the runner, from its line to the end of its answer. Threads take turns, behind a
  // main thread that waits for a request: the runner has no use for calls between two steps.
  class Call {
   public:
    explicit Call(Inbox& inbox);
    ~Call();
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    // The next line of the answer. False at the end of the stream.
    bool receive(Channel& channel, protocol::Message& answer);

   private:
    Inbox& inbox_;
  };

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<protocol::Message> requests_;  // read by others, not yet taken
  bool is_read_ = false;                    // some thread reads the channel
  bool main_waits_ = false;
};

}  // namespace carpool
