#include <memory>

#include "session_fixture.h"

namespace carpool {
namespace {

const Happening kSegmentationFault = ProcessEnded{Signalled{11}};
const std::vector<Happening> kFails{says("failure", {"ID", "nonfatal", "f.cpp", "3", "wrong"}),
                                    says("finished", {"ID", "failed", "9", "0", "2"})};

// Classes "A", "B", ... of one session, the first of them served alone to show how short it is.
class ManyClasses : public SessionTest {
 protected:
  ManyClasses() { rules_.keep_worker_between_classes = true; }

  void plan(const std::vector<std::vector<std::string>>& classes, int retries = 0) {
    char name = 'A';
    for (const auto& methods : classes) {
      ClassPlan plan{.target = "t", .name = std::string(1, name++)};
      plan.retries = retries;
      for (const std::string& method : methods) {
        plan.methods.push_back({.name = method, .alone = method.starts_with("Alone")});
      }
      runs_.push_back(std::make_unique<ClassRun>(std::move(plan), 1, recorded_, clock_));
    }
  }

  void serve() {
    session_.close(session_.serve_all({runs_[0].get()}), true);
    EXPECT_GT(session_.classes_at_once(), 10u);
    std::vector<ClassRun*> rest;
    for (std::size_t i = 1; i < runs_.size(); ++i) rest.push_back(runs_[i].get());
    session_.close(session_.serve_all(rest), false);
    EXPECT_EQ(recorded_.all<ClassFinished>().size(), runs_.size());
  }

  std::string class_verdicts() const {
    std::string text;
    for (const ClassFinished& finished : recorded_.all<ClassFinished>()) {
      if (!text.empty()) text += ' ';
      text += finished.class_name + "=" + std::string(to_word(finished.status));
    }
    return text;
  }

  GangOfOne gang_ = make_gang();
  Session session_{rules(), gang_, clock_};
  std::vector<std::unique_ptr<ClassRun>> runs_;

 private:
  static SessionRules rules() {
    SessionRules rules;
    rules.keep_worker_between_classes = true;
    return rules;
  }
};

TEST_F(ManyClasses, AreAskedForAtOnce) {
  plan({{"One"}, {"Two"}, {"Three", "Four"}, {"Five"}});
  serve();

  EXPECT_EQ(launcher_.log,
            (std::vector<std::string>{"launch", "run A 1 One", "tear_down", "run B 2 Two",
                                      "run C 3 Three Four", "run D 5 Five", "retire"}));
  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=passed Three=passed Four=passed Five=passed");
  EXPECT_EQ(class_verdicts(), "A=passed B=passed C=passed D=passed");
  EXPECT_EQ(recorded_.all<SuiteTornDown>().size(), 4u);
  EXPECT_EQ(methods()[4].position, 4);
}

TEST_F(ManyClasses, AreAskedForAgainWhereTheWorkerIsLostOnTheWay) {
  launcher_.scripts.push_back({.methods = {{"Three", {kSegmentationFault}}}});
  plan({{"One"}, {"Two"}, {"Three", "Four"}, {"Five"}, {"Six"}});
  serve();

  EXPECT_EQ(recorded_.verdicts(),
            "One=passed Two=passed Three=crashed Four=passed Five=passed Six=passed");
  EXPECT_EQ(class_verdicts(), "A=passed B=passed C=failed D=passed E=passed");
  EXPECT_EQ(launcher_.launches(), 2u);
  EXPECT_EQ(recorded_.all<WorkerEnded>().at(0).moved_methods, 1);
}

TEST_F(ManyClasses, GoOnBehindOneWhoseSetUpFails) {
  int set_ups = 0;
  launcher_.always.suite_set_up = [&] {
    const std::string name(1, static_cast<char>('A' + set_ups++));
    std::vector<Happening> news{says("suite_set_up", {name, name == "B" ? "failed" : "ok", "5"})};
    if (name == "B") return news;
    const std::string id = std::to_string(set_ups);
    news.push_back(says("started", {id}));
    news.push_back(says("finished", {id, "passed", "3", "0", "0"}));
    return news;
  };
  plan({{"One"}, {"Two"}, {"Three"}});
  serve();

  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=not_run Three=passed");
  EXPECT_EQ(class_verdicts(), "A=passed B=setup_failed C=passed");
  EXPECT_EQ(launcher_.launches(), 1u);
}

TEST_F(ManyClasses, AreClosedLateWhereAMethodIsToBeTriedAgain) {
  launcher_.scripts.push_back({.methods = {{"Two", kFails}}});
  plan({{"One"}, {"Two"}, {"Three"}, {"Four"}}, 1);
  serve();

  EXPECT_EQ(recorded_.verdicts(), "One=passed Three=passed Four=passed Two=flaky");
  EXPECT_EQ(class_verdicts(), "A=passed C=passed D=passed B=flaky");
  EXPECT_EQ(launcher_.launches(), 2u);
}

TEST_F(ManyClasses, StopAtOneWithIsolatedMethods) {
  plan({{"One"}, {"Two"}, {"Three", "AloneFour"}, {"Five"}, {"AloneSix"}, {"Seven"}});
  serve();

  EXPECT_EQ(recorded_.verdicts(),
            "One=passed Two=passed Three=passed AloneFour=passed Five=passed AloneSix=passed "
            "Seven=passed");
  EXPECT_EQ(class_verdicts(), "A=passed B=passed C=passed D=passed E=passed F=passed");
  EXPECT_EQ(launcher_.launches(), 5u);
}

TEST_F(ManyClasses, HaveNoSharedWorkerStartedForIsolatedMethodsAlone) {
  plan({{"One"}, {"AloneTwo"}, {"AloneThree"}, {"Four"}});
  serve();

  EXPECT_EQ(recorded_.verdicts(), "One=passed AloneTwo=passed AloneThree=passed Four=passed");
  EXPECT_EQ(launcher_.launches(), 4u);
}

TEST_F(ManyClasses, HaveAttemptsToStartOfTheirOwnEach) {
  const WorkerScript fails_to_start{.start_up = {ProcessEnded{Exited{1}}}};
  launcher_.scripts.push_back({.methods = {{"Two", {kSegmentationFault}}}});
  launcher_.scripts.insert(launcher_.scripts.end(), 4, fails_to_start);
  plan({{"One"}, {"Two", "Three"}, {"Four"}, {"Five"}});
  serve();

  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=crashed Three=not_run Four=passed Five=passed");
  EXPECT_EQ(class_verdicts(), "A=passed B=startup_failed C=passed D=passed");
}

TEST_F(ManyClasses, DoNotCountTheTimeOfTheOneThatLostTheirWorker) {
  launcher_.scripts.push_back({.methods = {{"Two", {kSegmentationFault}}}});
  launcher_.scripts.push_back({.methods = {{"Three", {}}}});  // hangs
  plan({{"One"}, {"Two", "Three"}, {"Four"}});
  serve();

  EXPECT_EQ(class_verdicts(), "A=passed B=failed C=passed");
  const auto finished = recorded_.all<ClassFinished>();
  EXPECT_EQ(finished.at(1).wall_ns, std::chrono::nanoseconds(rules_.limits.method).count());
  EXPECT_EQ(finished.at(2).wall_ns, 0);
}

TEST_F(ManyClasses, AreAllInterruptedAtOnce) {
  launcher_.scripts.push_back({.methods = {{"Two", {InterruptRequested{}}}}});
  plan({{"One"}, {"Two"}, {"Three"}, {"Four"}});
  serve();

  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=interrupted Three=not_run Four=not_run");
  EXPECT_EQ(class_verdicts(), "A=passed B=interrupted C=interrupted D=interrupted");
  EXPECT_EQ(launcher_.launches(), 1u);
}

TEST_F(ManyClasses, HaveATearDownOfTheirOwnEach) {
  // The second tear-down of this worker never comes: nobody sends a word about it.
  launcher_.scripts.push_back({.methods = {{"Two",
                                            {says("finished", {"ID", "passed", "3", "0", "0"}),
                                             ProcessEnded{Signalled{11}}}}}});
  plan({{"One"}, {"Two"}, {"Three"}});
  serve();

  EXPECT_EQ(recorded_.verdicts(), "One=passed Two=passed Three=passed");
  EXPECT_EQ(class_verdicts(), "A=passed B=teardown_failed C=passed");
  EXPECT_EQ(launcher_.launches(), 2u);
}

}  // namespace
}  // namespace carpool
