#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <string>
#include <vector>

#include "scripted_gang.h"
#include "session/gang_of_ranks.h"
#include "session/session.h"

namespace carpool {

inline const Happening kGone = ProcessEnded{Vanished{}};  // a launcher's rank, without a word
inline const Happening kSaysThatItCrashes = says("crash", {"11", "f+0x1"});
inline const Happening kSegmentationFault = ProcessEnded{Signalled{11}};
inline const std::vector<Happening> kHangs{};
// In a script: so much time passes before what follows.
// One wait for news of the gang passes the rank over.
inline const Happening kLater = says("later");
inline Happening takes(std::chrono::seconds time) {
  return says("takes", {std::to_string(time.count())});
}
inline const Happening kBarrier = says("meet", {"barrier", "0", ""});
inline const std::vector<Happening> kFails{
    says("failure", {"ID", "nonfatal", "f.cpp", "3", "wrong"}),
    says("finished", {"ID", "failed", "9", "0", "2"})};
inline const std::vector<Happening> kSkips{says("failure", {"ID", "skip", "f.cpp", "3", "no GPU"}),
                                           says("finished", {"ID", "skipped", "9", "0", "2"})};

// A script that differs from an obedient rank in what one method does.
inline RankScript in_method(const std::string& name, std::vector<Happening> news) {
  RankScript script;
  script.methods[name] = std::move(news);
  return script;
}

// The same before it is begun.
inline RankScript before(const std::string& name, std::vector<Happening> news) {
  RankScript script;
  script.before[name] = std::move(news);
  return script;
}

inline RankScript in_set_up(std::vector<Happening> news) {
  RankScript script;
  script.suite_set_up = [news] { return news; };
  return script;
}

inline RankScript in_retirement(std::vector<Happening> news) {
  RankScript script;
  script.retirement = [news] { return news; };
  return script;
}

inline RankScript at_start(std::vector<Happening> news) {
  RankScript script;
  script.start_up = std::move(news);
  return script;
}

inline RankScript meets_for_ever_in(const std::string& step) {
  RankScript script;
  script.meets_for_ever_in = step;
  return script;
}

// One session whose gangs have scripted ranks. Whatever happens, each method has to get one
// terminal record, and each worker one end.
class GangTest : public ::testing::Test {
 protected:
  void run(const std::vector<std::string>& methods, int retries = 0) {
    run_plan(plan("Class", methods, retries));
    check_that_all_are_accounted_for();
  }

  // A class of `count` methods that all do what the scripts have for "M".
  void run_one_name_often(int count) {
    run_plan(plan("Class", std::vector<std::string>(static_cast<std::size_t>(count), "M")));
  }

  void run_plan(ClassPlan plan) {
    ClassRun class_run(std::move(plan), 1, recorded_, clock_);
    GangOfRanks gang = make_gang();
    Session session(rules_, gang, clock_);
    session.serve(class_run);
    session.close(class_run, false);
    EXPECT_FALSE(gang.alive());
  }

  static ClassPlan plan(const std::string& name, const std::vector<std::string>& methods,
                        int retries = 0) {
    ClassPlan plan{
        .target = "target", .name = name, .methods = {}, .disabled = {}, .retries = retries};
    for (const std::string& method : methods) {
      plan.methods.push_back({.name = method, .alone = method.starts_with("Alone")});
    }
    return plan;
  }

  GangOfRanks make_gang() {
    return {size_, launcher_, {recorded_, clock_, rules_.limits}, worker_numbers_};
  }

  void check_that_all_are_accounted_for() const {
    std::map<std::string, int> finals;
    for (const ClassPlanned& planned : recorded_.all<ClassPlanned>()) {
      for (const std::string& method : planned.methods) {
        finals[planned.class_name + "." + method] = 0;
      }
    }
    for (const MethodFinished& finished : methods()) {
      if (finished.final_status) ++finals[finished.class_name + "." + finished.method];
    }
    for (const auto& [method, count] : finals) EXPECT_EQ(count, 1) << method;
    std::map<int, int> ends;
    for (const WorkerStarted& started : recorded_.all<WorkerStarted>()) ends[started.worker] = 0;
    for (const WorkerEnded& ended : recorded_.all<WorkerEnded>()) ++ends[ended.worker];
    for (const auto& [worker, count] : ends) EXPECT_EQ(count, 1) << "worker " << worker;
  }

  std::vector<MethodFinished> methods() const { return recorded_.all<MethodFinished>(); }

  MethodFinished method(const std::string& name) const {
    for (const MethodFinished& finished : methods()) {
      if (finished.method == name) return finished;
    }
    ADD_FAILURE() << "no record of " << name;
    return {};
  }

  // "passed aborted": how each rank fared in the (first) attempt at the method.
  std::string ranks_of(const std::string& name) const {
    std::string text;
    for (const RankResult& rank : method(name).ranks) {
      if (!text.empty()) text += ' ';
      text += to_word(rank.status);
    }
    return text;
  }

  // By worker, whatever the order of their records.
  std::vector<WorkerEnded> worker_ends() const {
    auto all = recorded_.all<WorkerEnded>();
    std::ranges::sort(all, {}, &WorkerEnded::worker);
    return all;
  }

  // "crashed aborted": how each worker ended.
  std::string ends() const {
    std::string text;
    for (const WorkerEnded& ended : worker_ends()) {
      if (!text.empty()) text += ' ';
      text += ended.how;
    }
    return text;
  }

  ClassFinished class_finished() const {
    const auto all = recorded_.all<ClassFinished>();
    EXPECT_EQ(all.size(), 1u);
    return all.empty() ? ClassFinished() : all.front();
  }

  // Where the line stands in what was said to the ranks; behind all where it does not.
  std::size_t place_of(const std::string& line) const {
    return static_cast<std::size_t>(std::ranges::find(launcher_.log, line) - launcher_.log.begin());
  }
  bool was_said(const std::string& line) const { return place_of(line) < launcher_.log.size(); }

  std::chrono::nanoseconds time_passed() const { return clock_.now() - ManualClock().now(); }

  std::size_t size_ = 2;
  ManualClock clock_;
  ScriptedGangLauncher launcher_{clock_};
  RecordedRun recorded_;
  std::atomic<int> worker_numbers_{0};
  SessionRules rules_;
};

}  // namespace carpool
