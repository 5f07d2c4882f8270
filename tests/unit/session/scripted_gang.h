#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scripted_worker.h"
#include "session/gang_launcher.h"

namespace carpool {

// What one rank of a gang does: as a worker does, method by method. Behind a `meet` it waits for
// the answer before it goes on.
struct RankScript : WorkerScript {
  // A method's name, "start-up", "set-up" or "retirement": there it calls barrier() again and
  // again, a second each.
  std::string meets_for_ever_in;
  // By method name: what happens in place of it before it is begun.
  std::map<std::string, std::vector<Happening>> before;
  // What asking for its stacks, and ending it, takes.
  std::chrono::milliseconds stack_time{0};
  std::chrono::milliseconds stop_time{0};
};

constexpr std::chrono::milliseconds kTimeForSymbols{200};

// A rank that follows its script and otherwise obeys the protocol to the letter.
class ScriptedRank final : public Worker {
 public:
  ScriptedRank(std::size_t rank, RankScript script, ManualClock& clock,
               std::vector<std::string>& log)
      : name_(std::to_string(rank)), script_(std::move(script)), clock_(clock), log_(log) {
    if (script_.meets_for_ever_in == "start-up") {
      push({says("hello", {"1", "0", "googletest", "1.12.1", "4711"})});
      meet_for_ever();
    } else if (!script_.start_up.empty()) {
      push(script_.start_up);
    } else if (!script_.silent_at_start_up) {
      push({says("hello", {"1", "0", "googletest", "1.12.1", "4711"}), says("ready", {"ok", ""})});
    }
  }

  // What happens next; nothing while it waits for an answer, or hangs.
  std::optional<Happening> next() {
    while (!waits_ && !news_.empty() && let_time_pass(news_.front())) news_.pop_front();
    if (news_.empty() || waits_) return std::nullopt;
    if (is(news_.front(), "later")) {
      news_.pop_front();
      return std::nullopt;
    }
    if (std::holds_alternative<ProcessEnded>(news_.front())) return news_.front();  // for good
    Happening happening = std::move(news_.front());
    news_.pop_front();
    const auto* arrived = std::get_if<MessageArrived>(&happening);
    waits_ = arrived && arrived->message.word == "meet";
    if (arrived && arrived->message.word == "finished") note("ended " + arrived->message.fields[0]);
    if (waits_ && meets_for_ever_) clock_.move_to(clock_.now() + std::chrono::seconds(1));
    return happening;
  }

  std::int64_t process_id() const override { return 4711; }
  void set_process_id(std::int64_t) override {}
  Happening wait(TimePoint) override {
    ADD_FAILURE() << "a rank is waited for by itself";
    return DeadlinePassed{};
  }

  void send(const protocol::Message& message) override {
    std::string line = message.word;
    for (const std::string& field : message.fields) line += " " + field;
    note(line);
    if (message.word == "part") return;
    if (message.word == "met" || message.word == "refused") return answered();
    if (message.word == "run") return run(message);
    if (script_.meets_for_ever_in == "retirement") return meet_for_ever();
    if (script_.retirement) return push(script_.retirement());
    tear_down();
    if (message.word == "tear_down") return;
    push({says("bye"), ProcessEnded{Exited{0}}});
  }

  void send_lines(std::shared_ptr<const std::string> lines) override {
    std::size_t at = 0;
    for (std::size_t end; (end = lines->find('\n', at)) != std::string::npos; at = end + 1) {
      protocol::Message message;
      ASSERT_TRUE(protocol::decode(lines->data() + at, end - at, message));
      send(message);
    }
    last_lines = std::move(lines);
  }
  std::shared_ptr<const std::string> last_lines;

  CapturedOutput output_before(std::uint64_t) override { return output("printed by rank "); }
  CapturedOutput output_since_last_mark() override { return output("last words of rank "); }
  CapturedOutput output_outside_methods() override { return {}; }
  // Takes a while, as asking a debugger does.
  std::string with_symbols(const std::string& frames) override {
    clock_.move_to(clock_.now() + kTimeForSymbols);
    return frames;
  }
  std::string stacks() override {
    note("stacks");
    clock_.move_to(clock_.now() + script_.stack_time);
    return "stack of rank " + name_ + "\n";
  }
  void ask_to_stop() override { note("ask to stop"); }
  ProcessEnd stop(std::chrono::milliseconds grace) override {
    note("stop");
    if (!stopped_) clock_.move_to(clock_.now() + std::min(script_.stop_time, grace));
    stopped_ = true;
    return Signalled{9};
  }
  std::vector<std::string> clean_up() override { return {}; }

 private:
  void note(const std::string& what) { log_.push_back(name_ + ": " + what); }
  void push(const std::vector<Happening>& news) {
    news_.insert(news_.end(), news.begin(), news.end());
  }

  CapturedOutput output(const std::string& what) const {
    const std::string text = what + name_ + "\n";
    return {.text = text, .total_bytes = text.size(), .truncated = false};
  }

  static bool is(const Happening& news, const std::string& word) {
    const auto* arrived = std::get_if<MessageArrived>(&news);
    return arrived && arrived->message.word == word;
  }

  // Whether this is no news, but takes().
  bool let_time_pass(const Happening& news) {
    if (!is(news, "takes")) return false;
    const auto& fields = std::get<MessageArrived>(news).message.fields;
    clock_.move_to(clock_.now() + std::chrono::seconds(std::stoi(fields[0])));
    return true;
  }

  void meet_for_ever() {
    meets_for_ever_ = true;
    push({says("meet", {"barrier", "0", ""})});
  }

  void answered() {
    waits_ = false;
    if (meets_for_ever_) meet_for_ever();
  }

  void tear_down() {
    if (!class_name_.empty()) push({says("suite_torn_down", {class_name_, "ok", "7"})});
    class_name_.clear();
  }

  void run(const protocol::Message& message) {
    ASSERT_LE(message.fields.size(), 3u) << "a gang is asked for one method at a time";
    const std::string& id = message.fields[1];
    if (message.fields.size() == 2) return set_up(message.fields[0]);
    const std::string& method = message.fields[2];
    if (script_.meets_for_ever_in == method) {
      push({says("started", {id})});
      return meet_for_ever();
    }
    const auto before = script_.before.find(method);
    if (before != script_.before.end()) return push(before->second);
    const auto scripted = script_.methods.find(method);
    if (scripted == script_.methods.end()) {
      return push({says("started", {id}), says("finished", {id, "passed", "3", "0", "2"})});
    }
    if (!is_unknown(scripted->second)) push({says("started", {id})});
    push(with_id(scripted->second, id));
  }

  void set_up(const std::string& class_name) {
    if (script_.meets_for_ever_in == "set-up") return meet_for_ever();
    const std::vector<Happening> scripted =
        script_.suite_set_up
            ? script_.suite_set_up()
            : std::vector<Happening>{says("suite_set_up", {class_name, "ok", "5"})};
    if (!is_unknown(scripted)) class_name_ = class_name;
    push(scripted);
  }

  static bool is_unknown(const std::vector<Happening>& news) {
    const auto* first = news.empty() ? nullptr : std::get_if<MessageArrived>(&news.front());
    return first && first->message.word == "unknown";
  }

  const std::string name_;
  RankScript script_;
  ManualClock& clock_;
  std::vector<std::string>& log_;
  std::deque<Happening> news_;
  std::string class_name_;
  bool waits_ = false;
  bool meets_for_ever_ = false;
  bool stopped_ = false;
};

// Hands out one gang for each entry of `scripts`, and after the last `always`; ranks without a
// script are obedient. What happens to lower ranks is told first.
class ScriptedGangLauncher final : public GangLauncher {
 public:
  using Scripts = std::map<std::size_t, RankScript>;  // by rank

  explicit ScriptedGangLauncher(ManualClock& clock) : clock_(clock) {}

  Result<std::vector<std::unique_ptr<Worker>>> launch(
      std::vector<std::function<void(std::string_view)>> live) override {
    log.push_back("launch");
    ++launches;
    if (refusal) return *refusal;
    Scripts of_gang = always;
    if (!scripts.empty()) {
      of_gang = std::move(scripts.front());
      scripts.pop_front();
    }
    std::vector<std::unique_ptr<Worker>> ranks;
    for (std::size_t rank = 0; rank < live.size(); ++rank) {
      ranks.push_back(std::make_unique<ScriptedRank>(rank, of_gang[rank], clock_, log));
    }
    return ranks;
  }

  RankNews wait(const std::vector<Worker*>& workers, TimePoint deadline) override {
    for (std::size_t rank = 0; rank < workers.size(); ++rank) {
      if (!workers[rank]) continue;
      auto happening = static_cast<ScriptedRank*>(workers[rank])->next();
      if (!happening) continue;
      const bool everybodys = std::holds_alternative<InterruptRequested>(*happening);
      return {everybodys ? workers.size() : rank, std::move(*happening)};
    }
    EXPECT_NE(deadline, TimePoint::max()) << "a wait without an end";
    clock_.move_to(deadline);
    return {workers.size(), DeadlinePassed{}};
  }

  std::string launcher_name() const override { return launcher; }
  std::string launcher_trouble(std::chrono::milliseconds) override { return trouble_of_launcher; }

  std::string port_trouble(const std::vector<Worker*>&) override {
    const auto found = port_troubles.find(launches);
    return found == port_troubles.end() ? "" : found->second;
  }

  std::deque<Scripts> scripts;
  Scripts always;
  std::map<std::size_t, std::string> port_troubles;  // by the number of the launch, from 1
  std::string launcher;
  std::string trouble_of_launcher;
  std::optional<Error> refusal;
  std::size_t launches = 0;
  std::vector<std::string> log;  // all requests, answers, launches and stops, in order

 private:
  ManualClock& clock_;
};

}  // namespace carpool
