#include "schedule/run_log.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

namespace carpool {
namespace {

class CountingScreen final : public Screen {
 public:
  void show(const Record&) override { ++records; }
  void show_live(std::string_view bytes) override { live += bytes; }
  void refresh() override {}
  int records = 0;
  std::string live;
};

MethodFinished finished(MethodStatus status, const std::string& name = "M") {
  MethodFinished record;
  record.class_name = "C";
  record.method = name;
  record.status = status;
  record.final_status = status;
  return record;
}

RunTally tally_of(const std::vector<Record>& records) {
  CountingScreen screen;
  RunLog log(nullptr, screen);
  RecordQueue queue(std::chrono::steady_clock::now());
  for (const Record& record : records) queue.put(record);
  queue.close();
  log.follow(queue);
  EXPECT_EQ(screen.records, static_cast<int>(records.size()));
  return log.tally();
}

TEST(RunLog, CountsTerminalRecordsOnly) {
  MethodFinished retried = finished(MethodStatus::kFailed);
  retried.final_status.reset();
  const RunTally tally =
      tally_of({retried, finished(MethodStatus::kFlaky), finished(MethodStatus::kDisabled)});
  EXPECT_EQ(tally.methods_run, 1u);
  EXPECT_FALSE(tally.red());
}

TEST(RunLog, IsRedForEveryRedStatus) {
  for (const MethodStatus status :
       {MethodStatus::kFailed, MethodStatus::kCrashed, MethodStatus::kExited,
        MethodStatus::kTimedOut, MethodStatus::kProtocolError, MethodStatus::kInterrupted,
        MethodStatus::kNotRun}) {
    const RunTally tally = tally_of({finished(status, "Red")});
    EXPECT_TRUE(tally.red()) << to_word(status);
    EXPECT_EQ(tally.red_methods, std::vector<std::string>{"C.Red"});
  }
}

TEST(RunLog, IsRedForAClassThatIsRedWhereItsMethodsAreNot) {
  EXPECT_TRUE(tally_of({finished(MethodStatus::kPassed),
                        ClassFinished{.status = ClassStatus::kTeardownFailed}})
                  .red());
}

TEST(RunLog, KnowsARunOfNothingButSkips) {
  EXPECT_TRUE(tally_of({finished(MethodStatus::kSkipped)}).all_skipped());
  EXPECT_FALSE(
      tally_of({finished(MethodStatus::kSkipped), finished(MethodStatus::kPassed)}).all_skipped());
  EXPECT_FALSE(tally_of({finished(MethodStatus::kDisabled)}).all_skipped());
}

// Whether somebody waits for room, rather than that `is_over` comes true.
bool comes_to_wait(const RecordQueue& queue, const std::atomic<bool>& is_over) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(120);
  while (std::chrono::steady_clock::now() < deadline && !is_over) {
    if (queue.waiting() > 0) return true;
    std::this_thread::yield();
  }
  return false;
}

// Puts with `put`, until it has to wait, and takes what was put by then; then the rest.
std::pair<std::size_t, std::size_t> taken_at_the_bound(
    const std::function<void(RecordQueue&)>& put) {
  RecordQueue queue(std::chrono::steady_clock::now(), std::chrono::milliseconds(0));
  std::atomic<bool> is_over = false;
  std::thread session([&] {
    put(queue);
    is_over = true;
    queue.close();
  });
  EXPECT_TRUE(comes_to_wait(queue, is_over));
  bool closed = false;
  const std::size_t first = queue.take_all(std::chrono::seconds(120), closed).size();
  session.join();
  return {first, queue.take_all(std::chrono::seconds(120), closed).size()};
}

TEST(RecordQueue, LetsASessionWaitThatIsTooManyRecordsAhead) {
  const auto [first, rest] = taken_at_the_bound([](RecordQueue& queue) {
    for (int i = 0; i < 10'001; ++i) queue.put(finished(MethodStatus::kPassed));
  });
  EXPECT_EQ(first, 10'000u);
  EXPECT_EQ(rest, 1u);
}

TEST(RecordQueue, LetsASessionWaitThatIsTooManyBytesAhead) {
  const auto [first, rest] = taken_at_the_bound([](RecordQueue& queue) {
    MethodFinished record = finished(MethodStatus::kFailed);
    record.output.text.assign(8u << 20, 'x');
    queue.put(record);
    queue.show_live(std::string(8u << 20, 'x'));
    queue.put(finished(MethodStatus::kPassed));
  });
  EXPECT_EQ(first, 2u);
  EXPECT_EQ(rest, 1u);
}

TEST(RecordQueue, KeepsEverythingWhenSessionsAreFasterThanTheOwner) {
  constexpr int kRecords = 50'000;  // five times what the queue holds
  RecordQueue queue(std::chrono::steady_clock::now());
  std::thread session([&] {
    for (int i = 0; i < kRecords; ++i)
      queue.put(finished(MethodStatus::kPassed, std::to_string(i)));
    queue.close();
  });
  int expected = 0;
  std::int64_t last_time = 0;
  for (bool closed = false; !closed;) {
    for (const QueuedItem& item : queue.take_all(std::chrono::seconds(60), closed)) {
      const auto& record = std::get<MethodFinished>(std::get<Record>(item.content));
      ASSERT_EQ(record.method, std::to_string(expected++));
      ASSERT_GE(item.t_ns, last_time);
      last_time = item.t_ns;
    }
  }
  session.join();
  EXPECT_EQ(expected, kRecords);
}

}  // namespace
}  // namespace carpool
