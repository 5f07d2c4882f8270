#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <variant>
#include <vector>

#include "session/record_sink.h"
#include "session/worker.h"

namespace carpool {

struct LiveOutput {
  std::string bytes;
};

// What sessions hand to the owner of the run.
struct QueuedItem {
  std::int64_t t_ns = 0;  // since the run began
  std::variant<Record, LiveOutput> content;
};

// Carries records from all sessions to the one owner that writes journal and screen. Bounded: a
// session that is faster than the disk waits. Taken as a whole, and not before a moment in which
// more may come, so that one wake-up and one write serve many records.
class RecordQueue final : public RecordSink {
 public:
  // `gathering`: how long one that is woken waits for more. What people notice is a hundred times
  // longer than a millisecond, what a system call costs a hundred times shorter.
  explicit RecordQueue(TimePoint run_began,
                       std::chrono::milliseconds gathering = std::chrono::milliseconds(1))
      : run_began_(run_began), gathering_time_(gathering) {}

  void put(Record record) override;
  void show_live(std::string bytes) override;

  // How many sessions wait for room.
  int waiting() const;

  // No more will come. Called once all sessions are done.
  void close();

  // Everything there is, waiting for it up to `limit`, and a moment longer for what follows
  // it; empty where nothing came. `closed`: whether this was the last.
  std::vector<QueuedItem> take_all(std::chrono::milliseconds limit, bool& closed);

 private:
  // What makes waiting for more pointless.
  bool is_urgent() const;
  void push(QueuedItem item, std::size_t bytes);

  const TimePoint run_began_;
  const std::chrono::milliseconds gathering_time_;
  mutable std::mutex mutex_;
  std::condition_variable filled_;
  std::condition_variable emptied_;
  std::vector<QueuedItem> items_;
  std::size_t bytes_ = 0;  // of output and messages in items_
  int waiting_ = 0;
  bool closed_ = false;
  bool gathering_ = false;  // the owner looks again by itself
};

}  // namespace carpool
