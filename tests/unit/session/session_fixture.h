#pragma once

#include <gtest/gtest.h>

#include <atomic>

#include "scripted_worker.h"
#include "session/gang_of_one.h"
#include "session/session.h"

namespace carpool {

// One session, one class, scripted workers.
class SessionTest : public ::testing::Test {
 protected:
  // Runs methods of class "Class"; those whose name begins with "Alone" want a process of their
  // own.
  void run(const std::vector<std::string>& methods, int retries = 0) {
    ClassPlan plan{
        .target = "target", .name = "Class", .methods = {}, .disabled = {}, .retries = retries};
    for (const std::string& name : methods) {
      plan.methods.push_back({.name = name, .alone = name.starts_with("Alone")});
    }
    ClassRun class_run(std::move(plan), 1, recorded_, clock_);
    GangOfOne gang = make_gang();
    Session session(rules_, gang, clock_);
    session.serve(class_run);
    session.close(class_run, false);
  }

  GangOfOne make_gang() {
    return {launcher_, {recorded_, clock_, rules_.limits}, worker_numbers_};
  }

  ClassFinished class_finished() const {
    const auto all = recorded_.all<ClassFinished>();
    EXPECT_EQ(all.size(), 1u);
    return all.empty() ? ClassFinished() : all.front();
  }

  std::vector<MethodFinished> methods() const { return recorded_.all<MethodFinished>(); }

  ManualClock clock_;
  ScriptedLauncher launcher_{clock_};
  RecordedRun recorded_;
  std::atomic<int> worker_numbers_{0};
  SessionRules rules_;
};

}  // namespace carpool
