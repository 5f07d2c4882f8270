#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "session/record_sink.h"
#include "session/worker.h"

namespace carpool {

// A clock that moves only when somebody waits for nothing.
class ManualClock final : public Clock {
 public:
  TimePoint now() const override { return now_; }
  void move_to(TimePoint time) { now_ = std::max(now_, time); }

 private:
  TimePoint now_{std::chrono::hours(1)};
};

// Keeps all records, for tests to ask about.
class RecordedRun final : public RecordSink {
 public:
  void put(Record record) override { records.push_back(std::move(record)); }
  void show_live(std::string bytes) override { live += bytes; }

  template <typename Kind>
  std::vector<Kind> all() const {
    std::vector<Kind> found;
    for (const Record& record : records) {
      if (const auto* kind = std::get_if<Kind>(&record)) found.push_back(*kind);
    }
    return found;
  }

  // The terminal status of each method, in order of their records: "One=passed Two=crashed".
  std::string verdicts() const {
    std::string text;
    for (const MethodFinished& method : all<MethodFinished>()) {
      if (!method.final_status) continue;
      if (!text.empty()) text += ' ';
      text += method.method + "=" + std::string(to_word(*method.final_status));
    }
    return text;
  }

  std::vector<Record> records;
  std::string live;
};

// What one worker does with the methods it is asked to run.
struct WorkerScript {
  // The happenings that take the place of an obedient start-up.
  std::vector<Happening> start_up;
  bool silent_at_start_up = false;
  // By method name: what happens in place of a pass, after `started`. Empty: nothing, it hangs.
  std::map<std::string, std::vector<Happening>> methods;
  // What happens in place of an obedient suite set-up, tear-down or retirement.
  std::function<std::vector<Happening>()> suite_set_up;
  std::function<std::vector<Happening>()> retirement;
};

inline Happening says(std::string word, std::vector<std::string> fields = {}) {
  return MessageArrived{{std::move(word), std::move(fields)}};
}

// Scripts write "ID" where the id of the method belongs.
inline std::vector<Happening> with_id(std::vector<Happening> news, const std::string& id) {
  for (Happening& happening : news) {
    auto* arrived = std::get_if<MessageArrived>(&happening);
    if (!arrived) continue;
    for (std::string& field : arrived->message.fields) {
      if (field == "ID") field = id;
    }
  }
  return news;
}

// A worker that follows a script and otherwise obeys the protocol to the letter.
class ScriptedWorker final : public Worker {
 public:
  ScriptedWorker(WorkerScript script, ManualClock& clock, std::vector<std::string>& log)
      : script_(std::move(script)), clock_(clock), log_(log) {
    if (!script_.start_up.empty()) {
      push(script_.start_up);
    } else if (!script_.silent_at_start_up) {
      push({says("hello", {"1", "0", "googletest", "1.12.1", "4711"}), says("ready", {"ok", ""})});
    }
  }

  std::int64_t process_id() const override { return 4711; }
  void set_process_id(std::int64_t) override {}

  Happening wait(TimePoint deadline) override {
    if (news_.empty()) {
      clock_.move_to(deadline);
      return DeadlinePassed{};
    }
    Happening next = std::move(news_.front());
    news_.pop_front();
    return next;
  }

  void send(const protocol::Message& message) override {
    std::string line = message.word;
    for (const std::string& field : message.fields) line += " " + field;
    log_.push_back(line);
    if (message.word == "run") return run(message);
    if (message.word == "tear_down") return tear_down();
    if (script_.retirement) return push(script_.retirement());
    tear_down();
    push({says("bye"), ProcessEnded{Exited{0}}});
  }

  void send_lines(std::shared_ptr<const std::string>) override {
    ADD_FAILURE() << "lines for several workers";
  }
  CapturedOutput output_before(std::uint64_t mark) override {
    return {.text = "before mark " + std::to_string(mark), .total_bytes = 13, .truncated = false};
  }
  CapturedOutput output_since_last_mark() override {
    return {.text = "last words", .total_bytes = 10, .truncated = false};
  }
  CapturedOutput output_outside_methods() override { return {}; }
  std::string with_symbols(const std::string& frames) override { return frames; }
  std::string stacks() override { return "#0 somewhere\n"; }
  void ask_to_stop() override { log_.push_back("ask to stop"); }
  ProcessEnd stop(std::chrono::milliseconds) override {
    log_.push_back("stop");
    return Signalled{9};
  }
  std::vector<std::string> clean_up() override { return {}; }

 private:
  void push(const std::vector<Happening>& news) {
    news_.insert(news_.end(), news.begin(), news.end());
  }

  void tear_down() {
    if (!class_name_.empty()) push({says("suite_torn_down", {class_name_, "ok", "7"})});
    class_name_.clear();
  }

  void run(const protocol::Message& message) {
    if (class_name_ != message.fields[0]) {
      tear_down();
      class_name_ = message.fields[0];
      if (script_.suite_set_up) return push(script_.suite_set_up());
      push({says("suite_set_up", {class_name_, "ok", "5"})});
    }
    std::int64_t id = 0;
    protocol::parse_number(message.fields[1], id);
    for (std::size_t i = 2; i < message.fields.size(); ++i, ++id) {
      const std::string number = std::to_string(id);
      push({says("started", {number})});
      const auto scripted = script_.methods.find(message.fields[i]);
      if (scripted != script_.methods.end()) {
        push(with_id(scripted->second, number));
        if (scripted->second.empty() || !is_message(scripted->second.back())) return;
      } else {
        push({says("finished", {number, "passed", "3", "0", std::to_string(2 * id)})});
      }
    }
  }

  static bool is_message(const Happening& news) {
    return std::holds_alternative<MessageArrived>(news);
  }

  WorkerScript script_;
  ManualClock& clock_;
  std::vector<std::string>& log_;
  std::deque<Happening> news_;
  std::string class_name_;
};

// Hands out one worker for each script; after the last, obedient ones.
class ScriptedLauncher final : public WorkerLauncher {
 public:
  explicit ScriptedLauncher(ManualClock& clock) : clock_(clock) {}

  Result<std::unique_ptr<Worker>> launch(std::function<void(std::string_view)>) override {
    log.push_back("launch");
    if (refusal) return *refusal;
    WorkerScript script = always;
    if (!scripts.empty()) {
      script = std::move(scripts.front());
      scripts.pop_front();
    }
    return std::unique_ptr<Worker>(new ScriptedWorker(std::move(script), clock_, log));
  }

  std::size_t launches() const {
    return static_cast<std::size_t>(std::count(log.begin(), log.end(), "launch"));
  }

  std::deque<WorkerScript> scripts;
  WorkerScript always;
  std::optional<Error> refusal;
  std::vector<std::string> log;  // all requests, launches and stops, in order

 private:
  ManualClock& clock_;
};

}  // namespace carpool
