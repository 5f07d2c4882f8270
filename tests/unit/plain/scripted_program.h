#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../session/scripted_worker.h"
#include "plain/plain_gang.h"
#include "session/session.h"

namespace carpool {

// What a scripted program does about each test that it is asked for.
struct Script {
  bool begins = true;                  // GoogleTest does; else only `before`
  std::vector<PlainHappening> before;  // its first test
  std::map<std::string, std::vector<PlainHappening>> methods;  // in place of a pass
  std::vector<PlainHappening> after;  // its last test, in place of an end in good order
  std::string outside = "outside";    // what it prints outside of tests
  // Its JSON. Where it is not said: that all have passed, if it comes to its end in good order.
  std::optional<std::string> results = std::nullopt;
  std::chrono::milliseconds event_takes{0};
};

inline std::string results_of(const std::map<std::string, std::string>& words,
                              const std::string& suite = "Class") {
  std::string tests;
  for (const auto& [name, word] : words) {
    tests += (tests.empty() ? "" : ",") + ("{\"name\":\"" + name) +
             "\",\"status\":\"RUN\",\"result\":\"" + (word == "skipped" ? "SKIPPED" : "COMPLETED") +
             "\"" + (word == "failed" ? ",\"failures\":[]" : "") + "}";
  }
  return "{\"testsuites\":[{\"name\":\"" + suite + "\",\"testsuite\":[" + tests + "]}]}";
}

inline StreamEvent event(StreamEvent::Kind kind, std::string name = {}) {
  return {.kind = kind, .name = std::move(name)};
}
// Of a suite or the program.
inline StreamEvent end_of(StreamEvent::Kind kind, bool passed = true) {
  return {.kind = kind, .passed = passed};
}
inline StreamEvent part(std::string message) {
  return {
      .kind = StreamEvent::Kind::kPart, .file = "a.cpp", .line = 7, .message = std::move(message)};
}
inline StreamEvent test_end(bool passed) {
  return {.kind = StreamEvent::Kind::kTestEnd, .passed = passed};
}

class ScriptedProgram final : public PlainProcess {
 public:
  ScriptedProgram(ManualClock& clock, const Script& script, const std::string& suite,
                  const std::vector<std::string>& names)
      : clock_(clock),
        event_takes_(script.event_takes),
        results_(script.results.value_or("")),
        outside_(script.outside) {
    using Kind = StreamEvent::Kind;
    if (script.begins) {
      add(event(Kind::kProgramStart));
      add(event(Kind::kSuiteStart, suite));
    }
    for (const PlainHappening& happening : script.before) add(happening);
    if (!script.begins) return;
    for (const std::string& name : names) {
      add(event(Kind::kTestStart, name));
      const auto found = script.methods.find(name);
      if (found == script.methods.end()) {
        add(test_end(true));
        continue;
      }
      for (const PlainHappening& happening : found->second) add(happening);
    }
    if (!script.after.empty()) {
      for (const PlainHappening& happening : script.after) add(happening);
      return;
    }
    add(end_of(Kind::kSuiteEnd));
    add(end_of(Kind::kProgramEnd));
    add(ProcessEnded{Exited{0}});
    if (!script.results && is_over_in_good_order()) {
      std::map<std::string, std::string> all;
      for (const std::string& name : names) all[name] = "passed";
      results_ = results_of(all, suite);
    }
  }

  std::int64_t process_id() const override { return 4711; }
  PlainHappening wait(TimePoint deadline) override {
    if (std::exchange(ended_, false)) ADD_FAILURE() << "waits for more than the end";
    if (happenings_.empty()) {
      clock_.move_to(deadline);
      return DeadlinePassed{};
    }
    clock_.move_to(clock_.now() + event_takes_);
    PlainHappening next = happenings_.front();
    happenings_.pop_front();
    ended_ = std::holds_alternative<ProcessEnded>(next);
    return next;
  }
  // As GoogleTest's printer has it: the last to hear of a test's end.
  CapturedOutput output_of(const std::string& test) override {
    return {.text = ended_ || stopped_ ? "of " + test : ""};
  }
  CapturedOutput output_of_current() override { return {.text = "last words"}; }
  CapturedOutput output_outside() override { return {.text = outside_}; }
  std::string results() override { return results_; }
  std::string stacks() override { return "main\n"; }
  ProcessEnd stop(std::chrono::milliseconds) override {
    stopped_ = true;
    return Signalled{9};
  }
  std::vector<std::string> clean_up() override { return {}; }

 private:
  bool is_over_in_good_order() const {
    const auto* const ended = std::get_if<ProcessEnded>(&happenings_.back());
    const auto* const last = happenings_.size() < 2
                                 ? nullptr
                                 : std::get_if<StreamEvent>(&happenings_[happenings_.size() - 2]);
    return ended && last && last->kind == StreamEvent::Kind::kProgramEnd;
  }

  void add(PlainHappening happening) {
    // What comes behind the end never comes.
    const bool over =
        !happenings_.empty() && std::holds_alternative<ProcessEnded>(happenings_.back());
    if (!over && !hangs_) happenings_.push_back(std::move(happening));
    if (!happenings_.empty() && std::holds_alternative<DeadlinePassed>(happenings_.back())) {
      happenings_.pop_back();
      hangs_ = true;
    }
  }

  ManualClock& clock_;
  const std::chrono::milliseconds event_takes_;
  std::deque<PlainHappening> happenings_;
  std::string results_;
  std::string outside_;
  bool hangs_ = false;
  bool ended_ = false;
  bool stopped_ = false;
};

class ScriptedPrograms final : public PlainLauncher {
 public:
  explicit ScriptedPrograms(ManualClock& clock) : clock_(clock) {}

  Result<std::unique_ptr<PlainProcess>> launch(const PlainRequest& request,
                                               std::function<void(std::string_view)>) override {
    const std::string& filter = request.filter;
    filters.push_back(filter);
    told_to_stop.push_back(request.stops_at_failure);
    if (!error.empty()) return Error{error};
    clock_.move_to(clock_.now() + launch_takes);
    Script script;
    if (!scripts.empty()) {
      script = scripts.front();
      scripts.pop_front();
    }
    const std::string suite = filter.substr(0, filter.find('.'));
    std::vector<std::string> names;
    for (std::size_t at = 0; at <= filter.size();) {
      const std::size_t end = std::min(filter.find(':', at), filter.size());
      const std::string name = filter.substr(at, end - at);
      names.push_back(name.substr(name.find('.') + 1));
      at = end + 1;
    }
    return std::unique_ptr<PlainProcess>(
        std::make_unique<ScriptedProgram>(clock_, script, suite, names));
  }

  std::vector<std::string> filters;
  std::vector<bool> told_to_stop;  // at a failure
  std::deque<Script> scripts;
  std::string error;
  std::chrono::milliseconds launch_takes{0};

 private:
  ManualClock& clock_;
};

class PlainBatchTest : public ::testing::Test {
 protected:
  void run(const std::vector<std::string>& methods, int retries = 0, bool fail_fast = false) {
    ClassPlan plan{
        .target = "target", .name = class_name_, .methods = {}, .disabled = {}, .retries = retries};
    for (const std::string& name : methods) plan.methods.push_back({.name = name});
    FirstRed first_red;
    ClassRun class_run(std::move(plan), 1, recorded_, clock_, fail_fast ? &first_red : nullptr);
    PlainGang gang(launcher_, {recorded_, clock_, rules_.limits}, numbers_);
    Session session(rules_, gang, clock_);
    session.serve(class_run);
    session.close(class_run, false);
  }

  Script& next() { return launcher_.scripts.emplace_back(); }
  std::vector<MethodFinished> methods() const { return recorded_.all<MethodFinished>(); }
  ClassFinished class_finished() const { return recorded_.all<ClassFinished>().at(0); }

  std::string class_name_ = "Class";
  ManualClock clock_;
  ScriptedPrograms launcher_{clock_};
  RecordedRun recorded_;
  std::atomic<int> numbers_{0};
  SessionRules rules_;
};

}  // namespace carpool
